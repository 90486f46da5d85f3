// Every rule of docs/resume.md is quoted by a test, and nothing in the code quotes a rule that is not there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readSources, readTestNames } from './read-sources.ts';

const page = readFileSync(join(ROOT, 'docs/resume.md'), 'utf8');
const rules = [...page.matchAll(/^- \*\*\[(R\d+)\]\*\* /gm)].map(([, rule = '']) => rule);

/** The rules that texts quote, one or several: `[resume R7]`. */
function quotedIn(texts: readonly string[]): Set<string> {
  const lists = texts.flatMap((text) => [...text.matchAll(/\[resume (R\d+(?:, ?R\d+)*)\]/g)]);
  return new Set(lists.flatMap(([, list = '']) => list.split(/, ?/)));
}

test('every rule is quoted by the name of a test', () => {
  expect(rules.length).toBeGreaterThan(20);
  expect(new Set(rules).size).toBe(rules.length);
  const quoted = quotedIn(readTestNames().map(({ name }) => name));
  expect(rules.filter((rule) => !quoted.has(rule))).toEqual([]);
});

test('every quoted rule is there', () => {
  const quoted = quotedIn(readSources(/\.tsx?$/).map(({ text }) => text));
  expect(quoted.size).toBeGreaterThan(20);
  expect([...quoted].filter((rule) => !rules.includes(rule))).toEqual([]);
});

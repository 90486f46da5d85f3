// Every rule of docs/resume.md is quoted by a test, and nothing in the code quotes a rule that is not there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readSources } from './read-sources.ts';

const page = readFileSync(join(ROOT, 'docs/resume.md'), 'utf8');
const rules = [...page.matchAll(/^- \*\*\[(R\d+)\]\*\* /gm)].map(([, rule = '']) => rule);

/** The rules quoted as `[resume R7]` or `[resume R8, R9]` in files whose names end so. */
function quotedIn(ending: RegExp): Set<string> {
  const quoted = new Set<string>();
  for (const { text } of readSources(ending)) {
    for (const [, list = ''] of text.matchAll(/\[resume (R\d+(?:, ?R\d+)*)\]/g))
      for (const rule of list.split(/, ?/)) quoted.add(rule);
  }
  return quoted;
}

test('every rule is quoted by a test', () => {
  expect(rules.length).toBeGreaterThan(20);
  expect(new Set(rules).size).toBe(rules.length);
  const quoted = quotedIn(/\.test\.tsx?$/);
  expect(rules.filter((rule) => !quoted.has(rule))).toEqual([]);
});

test('every quoted rule is there', () => {
  const quoted = quotedIn(/\.tsx?$/);
  expect(quoted.size).toBeGreaterThan(20);
  expect([...quoted].filter((rule) => !rules.includes(rule))).toEqual([]);
});

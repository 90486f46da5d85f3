// Every rule of docs/format.md has its evidence, and a test that quotes it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readTestNames } from './read-sources.ts';

const page = readFileSync(join(ROOT, 'docs/format.md'), 'utf8');
const rules = [...page.matchAll(/^- \*\*\[([A-Z]\d+)\]\*\* /gm)].map(([, rule = '']) => rule);
const quotedBy = readQuotes();

/** The rules that the names of tests quote, `[M2]` or `[M2, M5]`, with the files they stand in. */
function readQuotes(): Map<string, Set<string>> {
  const quotes = new Map<string, Set<string>>();
  for (const { file, name } of readTestNames())
    for (const [, list = ''] of name.matchAll(/\[([A-Z]\d+(?:, ?[A-Z]\d+)*)\]/g))
      for (const rule of list.split(/, ?/)) quotes.set(rule, (quotes.get(rule) ?? new Set()).add(file));
  return quotes;
}

test('every rule is quoted by a test, and every quoted rule is there', () => {
  expect(rules.length).toBeGreaterThan(50);
  expect(new Set(rules).size).toBe(rules.length);
  expect(rules.filter((rule) => !quotedBy.has(rule))).toEqual([]);
  expect([...quotedBy.keys()].filter((rule) => !rules.includes(rule))).toEqual([]);
});

test('every rule says where it was seen, and the test that it names quotes it', () => {
  const rows = [...page.matchAll(/^\| ([A-Z]\d+) \| ([^|]+) \| `([^`]+)` \|$/gm)];
  expect(rows.map(([, rule]) => rule)).toEqual(rules);
  for (const [, rule = '', seen = '', guard = ''] of rows) {
    expect([rule, seen.trim() !== '', [...(quotedBy.get(rule) ?? [])]]).toEqual([
      rule,
      true,
      expect.arrayContaining([guard]),
    ]);
  }
});

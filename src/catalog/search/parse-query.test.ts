import { expect, test } from 'vitest';
import { parseQuery } from './parse-query.ts';

test.each([
  ['lamp', '("lamp")'],
  ['red lamp', '("red") AND ("lamp")'],
  ['"red lamp" oil', '("red lamp") AND ("oil")'],
  ['lam*', '("lam"*)'],
  ['red OR blue lamp', '("red" OR "blue") AND ("lamp")'],
  ['lamp -oil -"dark night"', '(("lamp")) NOT ("oil" OR "dark night")'],
  ['say "hi', '("say") AND ("hi")'],
  ["don't", `("don't")`],
  ['NEAR(a b) AND NOT', '("NEAR(a") AND ("b)") AND ("AND") AND ("NOT")'],
  ['a" OR "b', '("a" OR "b")'],
  ['OR lamp', '("lamp")'],
  ['&& lamp --', '("lamp")'],
])('%s becomes %s', (query, match) => {
  expect(parseQuery(query).match).toBe(match);
});

test.each([
  ['', 'empty-query'],
  ['   ', 'empty-query'],
  ['-lamp', 'only-unwanted'],
  ['&& ||', 'no-word'],
])('“%s” is refused', (query, code) => {
  expect(() => parseQuery(query)).toThrow(expect.objectContaining({ code }));
});

import { expect, test } from 'vitest';
import { compilePattern } from './pattern.ts';

const needles = (text: string, ignoreCase = false) =>
  compilePattern({ kind: 'regex', text, ignoreCase }).needles;

test.each([
  ['ECONN\\w+', ['ECONN']],
  ['foo\\.bar', ['foo.bar']],
  ['colou?r', ['colo']],
  ['colo+ur', ['colo']],
  ['(red|blue) lamp', [' lamp']],
  ['lamp[s]? oil', ['lamp']],
  ['red|blue', ['red', 'blue']],
  ['red|\\d+', undefined],
  ['\\bword\\b', ['word']],
  ['^begin', ['begin']],
  ['a{2,}bcd', ['bcd']],
  ['x{0,2}lamp', ['lamp']],
  ['\\u0041lamp', ['lamp']],
  ['\\p{L}lamp', ['lamp']],
  ['src/catalog/x', ['catalog']],
  ['say "hello"', ['hello']],
  ['.*', undefined],
  ['lämpchen', ['mpchen']],
])('%s must hold one of %j', (text, expected) => {
  expect(needles(text)).toEqual(expected);
});

test('a piece of text is taken as it is, and its longest plain stretch is looked for', () => {
  const pattern = compilePattern({ kind: 'substring', text: 'f(x) + "lamp.oil"', ignoreCase: false });
  expect(pattern.needles).toEqual(['lamp.oil']);
  expect('a f(x) + "lamp.oil" b'.match(pattern.regex)).toHaveLength(1);
  expect('f(x) + "lampXoil"'.match(pattern.regex)).toBeNull();
});

test('without regard to case, letters with relatives beyond ASCII are not looked for', () => {
  expect(needles('task lamp', true)).toEqual([' lamp']);
});

test('a pattern that cannot be read is refused with what helps', () => {
  expect(() => needles('(')).toThrow(
    expect.objectContaining({ code: 'bad-regex', hint: expect.stringContaining('--substring') }),
  );
  expect(() => compilePattern({ kind: 'regex', text: '', ignoreCase: false })).toThrow(
    expect.objectContaining({ code: 'empty-query' }),
  );
});

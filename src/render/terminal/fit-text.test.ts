import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import wrapAnsi from 'wrap-ansi';
import { growthOf, NOT_QUADRATIC } from '../../base/growth.fixture.ts';
import { cutLine, widthOf, wrapColumns, wrapWords } from './fit-text.ts';

const words = fc
  .array(
    fc.constantFrom(
      'a',
      'word',
      'längeres',
      '漢字の文',
      '👩‍👩‍👧',
      'x'.repeat(50),
      '  ',
      '\u001b[31mred\u001b[39m',
    ),
  )
  .map((parts) => parts.join(' '));
const widths = fc.integer({ min: 4, max: 60 });

describe('no line is wider than asked for', () => {
  test.each([
    ['wrapWords', wrapWords],
    ['wrapColumns', wrapColumns],
    ['cutLine', (text: string, width: number) => [cutLine(text, width)]],
  ])('%s', (_, fitText) => {
    fc.assert(
      fc.property(words, widths, (text, width) => {
        for (const line of fitText(text, width)) expect(stringWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

const UNITS = ['😀', '漢', '👩‍👩‍👧', '👍🏽', 'é', 'x', '\u001b[31mred\u001b[39m', '漢字の文 '];

test.each(UNITS)('of a very long line of %j nothing is lost, and nothing is wider than asked for', (unit) => {
  const line = unit.repeat(3000);
  const bare = (text: string) => stripVTControlCharacters(text);
  for (const wrap of [wrapWords, wrapColumns]) {
    const lines = wrap(line, 31);
    expect(Math.max(...lines.map((one) => stringWidth(one)))).toBeLessThanOrEqual(31);
    expect(bare(lines.join('')).replaceAll(' ', '')).toBe(bare(line).replaceAll(' ', ''));
  }
  expect(bare(wrapColumns(line, 31).join(''))).toBe(bare(line));
});

test.each(['😀', '漢', 'x'])('a line of %j that is twice as long takes twice as long', (unit) => {
  for (const wrap of [wrapWords, wrapColumns])
    expect(growthOf(1000, (size) => wrap(unit.repeat(size), 80))).toBeLessThan(NOT_QUADRATIC);
});

test('wrapColumns loses no character', () => {
  const code = '  if (a) {\treturn 漢字 }'.repeat(9).replaceAll('\t', ' ');
  expect(wrapColumns(code, 17).join('')).toBe(code);
});

test('wrapped lines keep the indentation of their first', () => {
  expect(wrapWords('  one two three', 9)).toEqual(['  one two', '  three']);
});

test('cutting a line of ten megabytes looks at its beginning only', () => {
  const line = '漢'.repeat(5_000_000);
  expect(cutLine(line, 20)).toBe(`${'漢'.repeat(9)}…`);
  expect(growthOf(line.length / 8, (size) => cutLine(line.slice(0, size), 20))).toBeLessThan(NOT_QUADRATIC);
});

test('widths are those of string-width, character by character and in any company', () => {
  const differing: string[] = [];
  for (let code = 0x20; code < 0x3000; code++) {
    const one = String.fromCharCode(code);
    const texts = [
      one,
      `a${one}`,
      `${one}${one}`,
      `─${one}\u0301`,
      `\u001b[2m${one}\u001b[22m…`,
      `é${one}漢`,
    ];
    for (const text of texts) if (widthOf(text) !== stringWidth(text)) differing.push(text);
  }
  expect(differing).toEqual([]);
});

test('a line is cut where wrapping it would break it', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', ' ', '─', 'é', '…', '漢', '\u0301', '👩'),
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 30 }), (line, width) => {
      const [first = ''] = wrapAnsi(line, width - 1, { hard: true, wordWrap: false, trim: false }).split(
        '\n',
      );
      expect(cutLine(line, width)).toBe(stringWidth(line) <= width ? line : `${first}…`);
    }),
    { numRuns: 2000 },
  );
});

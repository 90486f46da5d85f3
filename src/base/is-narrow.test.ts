import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { graphemesOf } from './graphemes.ts';
import { isNarrow } from './is-narrow.ts';

const characters = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
const narrow = characters.filter(isNarrow);

test('every character that it takes for narrow has one column by itself', () => {
  expect(narrow.length).toBeGreaterThan(1000);
  expect(narrow.filter((character) => stringWidth(character) !== 1)).toEqual([]);
});

test('beside each other they have as many columns, and are as many characters, as there are of them', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...narrow)), (several) => {
      const text = several.join('');
      expect(isNarrow(text)).toBe(true);
      expect(stringWidth(text)).toBe(several.length);
      expect(Array.from(graphemesOf(text), ({ segment }) => segment)).toEqual(several);
    }),
  );
});

test('what joins, what is wide, what is nothing and what steers are not narrow', () => {
  for (const text of [
    'e\u0301',
    '漢',
    '👍',
    '\u00ad',
    '\u200b',
    '\u200d',
    '☺\ufe0f',
    '\t',
    '\n',
    '\u001b[1m',
    '\ud83d',
  ])
    expect([text, isNarrow(text)]).toEqual([text, false]);
});

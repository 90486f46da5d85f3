import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { cutToWidth } from '../base/cut-to-width.ts';
import { isPlain, loadTextWidth } from './text-width.ts';

const LETTERS = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code));

test('what counts as plain is as wide as it is long for the library too, alone and beside any other', () => {
  const plain = LETTERS.filter(isPlain);
  expect(plain.length).toBeGreaterThan(2000);
  expect(plain.filter((letter) => stringWidth(letter) !== letter.length)).toEqual([]);
  const text = plain.join('');
  expect(stringWidth(text)).toBe(text.length);
  expect(stringWidth(plain.toReversed().join(''))).toBe(text.length);
  // Half a picture is none.
  expect(isPlain('🔍'.slice(0, 1))).toBe(false);
});

test('texts are measured and cut as the library measures them, whichever others stand in the table', async () => {
  const texts = [
    'lamp',
    'Öl für “die” Lampe …',
    '●',
    '🔍 find the lamp 📋📋',
    '██▌',
    '灯台 の 光',
    'a 👨‍👩‍👧 b',
    'e\u0301te\u0301',
    '',
  ];
  for (const table of [texts, texts.filter(isPlain)]) {
    const { widthOf, cutTo: cut } = await loadTextWidth(table);
    for (const text of table) {
      expect(widthOf(text)).toBe(stringWidth(text));
      for (const width of [1, 2, 3, 5, 40]) expect(cut(text, width)).toBe(cutToWidth(text, width));
    }
  }
});

import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { cutTo } from '../survey/text-table.ts';
import { isNarrow, loadTextWidth } from './text-width.ts';

const LETTERS = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));

test('what counts as narrow is one column wide for the library too, alone and beside any other', () => {
  const narrow = LETTERS.filter(isNarrow);
  expect(narrow.length).toBeGreaterThan(1500);
  expect(narrow.filter((letter) => stringWidth(letter) !== 1)).toEqual([]);
  expect(stringWidth(narrow.join(''))).toBe(narrow.length);
  expect(stringWidth(narrow.toReversed().join(''))).toBe(narrow.length);
});

test('texts are measured and cut as the library measures them, whichever others stand in the table', async () => {
  const texts = [
    'lamp',
    'Öl für “die” Lampe …',
    '●',
    '██▌',
    '灯台 の 光',
    'a 👨‍👩‍👧 b',
    'e\u0301te\u0301',
    '',
  ];
  for (const table of [texts, texts.filter(isNarrow)]) {
    const { widthOf, cutTo: cut } = await loadTextWidth(table);
    for (const text of table) {
      expect(widthOf(text)).toBe(stringWidth(text));
      for (const width of [1, 2, 3, 5, 40]) expect(cut(text, width)).toBe(cutTo(text, width));
    }
  }
});

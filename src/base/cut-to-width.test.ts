import { expect, test } from 'vitest';
import { cutToWidth, widthOf } from './cut-to-width.ts';

test('a line that fits stays as it is, at the very edge too', () => {
  for (const line of ['', 'lamp', '灯台', 'a 👨‍👩‍👧 b']) {
    expect(cutToWidth(line, widthOf(line))).toBe(line);
    expect(cutToWidth(line, 80)).toBe(line);
  }
});

test('a longer one is cut between characters as people see them, without a blank before the ellipsis', () => {
  expect(cutToWidth('find the lamp', 9)).toBe('find the…');
  expect(cutToWidth('find the lamp', 10)).toBe('find the…');
  expect(cutToWidth('灯台の光', 6)).toBe('灯台…');
  expect(cutToWidth('ab 👨‍👩‍👧 cd', 5)).toBe('ab…');
  expect(cutToWidth('e\u0301te\u0301s', 3)).toBe('e\u0301t…');
  for (const line of ['find the lamp', '灯台の光', 'ab 👨‍👩‍👧 cd']) {
    for (const columns of [1, 2, 3, 4, 5, 6])
      expect(widthOf(cutToWidth(line, columns))).toBeLessThanOrEqual(columns);
  }
});

import { expect, test } from 'vitest';
import { textEnd, textStart, wholeAt } from './text-start.ts';

test('a character of two halves is kept whole or left out', () => {
  expect(textStart('ab🧵cd', 2)).toBe('ab');
  expect(textStart('ab🧵cd', 3)).toBe('ab');
  expect(textStart('ab🧵cd', 4)).toBe('ab🧵');
  expect(textEnd('ab🧵cd', 2)).toBe('cd');
  expect(textEnd('ab🧵cd', 3)).toBe('cd');
  expect(textEnd('ab🧵cd', 4)).toBe('🧵cd');
});

test('short texts stay as they are, and a half that stood alone is no reason to cut more', () => {
  expect([textStart('abc', 3), textEnd('abc', 3), textStart('', 0), textEnd('', 0)]).toEqual([
    'abc',
    'abc',
    '',
    '',
  ]);
  expect(textStart('a\udc00bc', 1)).toBe('a');
  expect(textEnd('ab\ud83dc', 1)).toBe('c');
  expect([textStart('🧵', 0), textEnd('🧵', 0)]).toEqual(['', '']);
});

test('a place between the halves of a character is moved before it', () => {
  expect([0, 1, 2, 3, 4].map((at) => wholeAt('a🧵b', at))).toEqual([0, 1, 1, 3, 4]);
});

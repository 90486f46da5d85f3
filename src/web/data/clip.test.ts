import { expect, test } from 'vitest';
import { clip } from './clip.ts';

test('words that fit stay, longer ones end in an ellipsis and never in half of a character', () => {
  expect(clip('lamp', 4)).toBe('lamp');
  expect(clip('a lamp', 4)).toBe('a l…');
  expect(clip('a lamp', 3)).toBe('a…');
  expect(clip('ab🧵cd', 4)).toBe('ab…');
  expect(clip('', 0)).toBe('');
});

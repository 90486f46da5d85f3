import { expect, test } from 'vitest';
import { splitSegments } from './split-segments.ts';

test('a text too long to look at is cut in its middle, and no character in half', () => {
  for (const shift of ['', 'x', 'xx']) {
    const words = splitSegments(`${shift}${'ab 🧵🧵 '.repeat(40_000)}`);
    expect(words.length).toBeGreaterThan(100);
    expect(words.filter(({ text }) => /\p{Surrogate}/u.test(text))).toEqual([]);
  }
});

test('a line without a blank is cut into pieces that hold whole characters', () => {
  for (const shift of ['ab', 'abc']) {
    const text = `${shift}${'🧵'.repeat(400)}`;
    const parts = splitSegments(text);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.filter((part) => /\p{Surrogate}/u.test(part.text))).toEqual([]);
  }
});

import { expect, test } from 'vitest';
import { makeSnippet, type Span } from './snippet.ts';

function find(text: string, ...words: string[]): Span[] {
  return words
    .flatMap((word) =>
      [...text.matchAll(new RegExp(word, 'g'))].map(({ index }): Span => [index, index + word.length]),
    )
    .sort(([a], [b]) => a - b);
}

function marked(text: string, ...words: string[]): string[] {
  const { snippet, marks } = makeSnippet(text, find(text, ...words));
  return marks.map(([start, end]) => snippet.slice(start, end));
}

test('a short text is shown whole, with its marks', () => {
  expect(makeSnippet('a red lamp', [[6, 10]])).toEqual({ snippet: 'a red lamp', marks: [[6, 10]] });
});

test('of a long text the place is shown where most of the words meet', () => {
  const text = `${'lamp far away '.repeat(20)}${'filler '.repeat(900)}the lamp needs oil tonight${' end'.repeat(900)}`;
  const { snippet } = makeSnippet(text, find(text, 'lamp', 'oil'));
  expect(snippet).toContain('the lamp needs oil tonight');
  expect(marked(text, 'lamp', 'oil')).toEqual(['lamp', 'oil']);
  expect(snippet.length).toBeLessThanOrEqual(202);
  expect(snippet).toMatch(/^….*…$/);
});

test('control sequences and line breaks are gone, and the marks still fit', () => {
  const text = 'one\n\u001b[31mtwo\u001b[0m\tthree \u202elamp\u0007 four';
  expect(makeSnippet(text, find(text, 'lamp')).snippet).toBe('one two three lamp four');
  expect(marked(text, 'lamp')).toEqual(['lamp']);
});

test('secrets are masked, also where the hit is inside one, or the secret begins before the window', () => {
  // In parts, so that no scanner takes this file for one that leaks.
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
  const text = `before ${token} behind lamp`;
  expect(makeSnippet(text, find(text, 'lamp')).snippet).not.toContain(token.slice(4, 20));
  expect(makeSnippet(text, find(text, 'e5F6')).snippet).toMatch(/^before \[redacted:[\w-]+\] behind lamp$/);
  const far = `${'x '.repeat(2000)}${token} lamp${' y'.repeat(2000)}`;
  expect(makeSnippet(far, find(far, 'lamp')).snippet).not.toContain(token.slice(10));
});

test('a text without a place to mark is shown from its beginning', () => {
  const { snippet, marks } = makeSnippet('word '.repeat(200), []);
  expect(snippet.startsWith('word word')).toBe(true);
  expect(marks).toEqual([]);
});

test('no character is cut in half, neither at the window’s edges nor where the text around it ends', () => {
  for (let shift = 0; shift < 4; shift++) {
    for (const threads of [40, 1500]) {
      const text = `${'x'.repeat(shift)}${'🧵'.repeat(threads)}lamp${'🧵'.repeat(threads)}`;
      const { snippet } = makeSnippet(text, find(text, 'lamp'));
      expect(snippet).toContain('🧵lamp🧵');
      expect(snippet).not.toMatch(/\p{Surrogate}/u);
    }
  }
});

import { expect, test } from 'vitest';
import { formatChange, formatFine, parseTokens } from './parse-tokens.ts';

test('tokens are read as people type them', () => {
  expect(parseTokens('61k')).toBe(61_000);
  expect(parseTokens(' 61,000 ')).toBe(61_000);
  expect(parseTokens('0.1M')).toBe(100_000);
  expect(parseTokens('12.5 K')).toBe(12_500);
});

test('what is no number of tokens is not guessed at', () => {
  for (const text of ['', 'k', '0', '-5k', '5%', '1e9k']) expect(parseTokens(text), text).toBeUndefined();
});

test('changes have their sign', () => {
  expect(formatChange(-38_700)).toBe('−38.7k');
  expect(formatChange(136_000)).toBe('+136.0k');
  expect(formatFine(1_250_000)).toBe('1.25M');
});

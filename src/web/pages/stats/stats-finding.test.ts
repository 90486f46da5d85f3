import { expect, test } from 'vitest';
import { shareWords, tokenWords } from './stats-finding.tsx';

test('only all of the tokens are 100%, and only none of them are none', () => {
  expect([0, 0.001, 0.9571, 0.998, 1].map(shareWords)).toEqual([
    'None were',
    '1% were',
    '96% were',
    '99% were',
    '100% were',
  ]);
});

test('large counts of tokens are told in words', () => {
  expect([12_400, 1_250_000, 399_400_000, 1_920_000_000].map(tokenWords)).toEqual([
    '12,400',
    '1.3 million',
    '399 million',
    '1.92 billion',
  ]);
  // Never 1000 of the smaller word, nor 10.0.
  expect([999_999, 9_949_999, 9_950_000, 999_499_999, 999_500_000].map(tokenWords)).toEqual([
    '999,999',
    '9.9 million',
    '10 million',
    '999 million',
    '1.00 billion',
  ]);
});

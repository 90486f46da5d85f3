import { expect, test } from 'vitest';
import { formatMoney } from './format-money.ts';

test('sums have cents, small ones two digits more, and none but nothing is told as zero', () => {
  const words: readonly (readonly [number | undefined, string])[] = [
    [undefined, '?'],
    [0, '$0.00'],
    [1234.5, '$1,234.50'],
    [1_234_567.891, '$1,234,567.89'],
    [0.1, '$0.10'],
    [0.0312, '$0.0312'],
    [0.00004, '< $0.0001'],
    [-0.00004, '> −$0.0001'],
    [0.00005, '$0.0001'],
    [-2, '−$2.00'],
  ];
  for (const [usd, text] of words) expect(formatMoney(usd)).toBe(text);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apportion } from './apportion.ts';

test('the parts of any total by any weights are whole, not negative, and add up', () => {
  const weights = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 31 - 1 }), weights, (total, list) => {
      const parts = apportion(total, list);
      expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
      expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
    }),
  );
});

test('totals near the end of whole numbers add up too', () => {
  const parts = apportion(Number.MAX_SAFE_INTEGER, [1, 3, 0.1, 7, 1 / 3]);
  expect(parts.reduce((a, b) => a + b, 0)).toBe(Number.MAX_SAFE_INTEGER);
});

test('a part is its share, give or take one', () => {
  expect(apportion(100, [1, 1, 2])).toEqual([25, 25, 50]);
  expect(apportion(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(apportion(3, [0, 0])).toEqual([2, 1]);
});

import { expect, test } from 'vitest';
import { growthOf, NOT_QUADRATIC } from './growth.fixture.ts';

function add(numbers: number): number {
  let sum = 0;
  for (let i = 0; i < numbers; i++) sum = (sum + i) % 7919;
  return sum;
}

test('the growth of a loop is told from that of a loop in a loop', () => {
  expect(growthOf(250_000, add)).toBeLessThan(NOT_QUADRATIC);
  expect(growthOf(600, (size) => add(size * size))).toBeGreaterThan(NOT_QUADRATIC);
});

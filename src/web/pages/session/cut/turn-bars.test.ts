import { expect, test } from 'vitest';
import { MOST_BARS, turnBars } from './turn-bars.ts';

const turns = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ turn: i + 1, before: 10, after: 4, sent: i > 2 }));

test('a short session has a bar for each turn', () => {
  expect(turnBars(turns(5)).map(({ from, to, sent }) => [from, to, sent])).toEqual([
    [1, 1, false],
    [2, 2, false],
    [3, 3, false],
    [4, 4, true],
    [5, 5, true],
  ]);
});

test('a long one has few bars, and they lose no token', () => {
  const bars = turnBars(turns(20_000));
  expect(bars.length).toBeLessThanOrEqual(MOST_BARS);
  expect(bars.reduce((sum, { before }) => sum + before, 0)).toBe(200_000);
  expect(bars.reduce((sum, { after }) => sum + after, 0)).toBe(80_000);
  expect(bars[0]?.from).toBe(1);
  expect(bars.at(-1)?.to).toBe(20_000);
});

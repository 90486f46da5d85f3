import { expect, test } from 'vitest';
import { LINE_HEIGHT, placeLines } from './place-lines.ts';

const SEEN = 680;
const MILLION = 1_000_000;

const scrolled = (count: number, share: number) => {
  const room = placeLines(count, { top: 0, room: 0 }).height - SEEN;
  return { top: room * share, room };
};

test('lines that have room lie where they are', () => {
  const { height, at, topOf } = placeLines(5000, { top: 1234, room: 5000 * LINE_HEIGHT - SEEN });
  expect([height, at, topOf(60)]).toEqual([100_000, 61, 1200]);
});

test('of millions of lines every one is reached, and the box is no higher than browsers make it', () => {
  for (const count of [MILLION, 3 * MILLION, 40 * MILLION]) {
    for (const share of [0, 0.25, 0.5, 0.9, 1]) {
      const position = scrolled(count, share);
      const { height, at, topOf } = placeLines(count, position);
      expect(height).toBeLessThan(17_000_000);
      expect(Math.abs(at - share * (count - SEEN / LINE_HEIGHT))).toBeLessThanOrEqual(1);
      // The line at the upper edge lies there.
      expect(Math.abs(topOf(at) - position.top)).toBeLessThanOrEqual(LINE_HEIGHT);
    }
    const end = placeLines(count, scrolled(count, 1));
    expect(end.topOf(count)).toBeCloseTo(end.height, 3);
  }
});

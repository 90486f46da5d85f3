import { expect, test } from 'vitest';
import { foldTime, tickWords, timeTicks } from './fold-time.ts';

const MINUTE = 60_000;

test('real time is its own axis', () => {
  const fold = foldTime(1000, 1000 + 10 * MINUTE, []);
  expect(fold.length).toBe(10 * MINUTE);
  expect(fold.unitOf(1000 + MINUTE)).toBe(MINUTE);
  expect(fold.timeOf(MINUTE)).toBe(1000 + MINUTE);
});

test('a stretch in which nothing ran becomes a short gap, and every moment keeps its order', () => {
  const fold = foldTime(0, 600 * MINUTE, [{ start: 10 * MINUTE, end: 590 * MINUTE }]);
  expect(fold.length).toBeLessThan(25 * MINUTE);
  expect(fold.folds).toHaveLength(1);
  expect(fold.folds[0]?.ms).toBe(580 * MINUTE);
  expect(fold.unitOf(5 * MINUTE)).toBe(5 * MINUTE);
  expect(fold.unitOf(600 * MINUTE)).toBe(fold.length);
  for (const time of [0, 10, 300, 590, 595].map((one) => one * MINUTE)) {
    expect(fold.timeOf(fold.unitOf(time))).toBeCloseTo(time, 3);
  }
});

test('ticks are round and keep apart', () => {
  const fold = foldTime(0, 60 * MINUTE, []);
  const ticks = timeTicks(fold, 0, fold.length, 8);
  expect(ticks.length).toBeGreaterThan(4);
  expect(ticks.length).toBeLessThanOrEqual(9);
  expect(ticks.every(({ time }) => time % (10 * MINUTE) === 0)).toBe(true);
});

test('ticks on both sides of midnight are told with their day', () => {
  const at = (day: number, hour: number) => ({
    unit: day * 24 + hour,
    time: new Date(2026, 3, day, hour).getTime(),
  });
  const late = tickWords([at(20, 18), at(20, 23), at(21, 2)]);
  expect(late(at(21, 2).time)).toBe('21 Apr, 02:00');
  const early = tickWords([at(20, 1), at(20, 23)]);
  expect(early(at(20, 23).time)).toBe('23:00');
});

test('ticks half a minute apart are told with their seconds, also where the first two have a fold between them', () => {
  const words = tickWords([0, 600, 630, 660].map((second) => ({ unit: second, time: second * 1000 })));
  expect(words(630_000)).toMatch(/^\d\d:10:30$/);
});

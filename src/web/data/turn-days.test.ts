import { expect, test } from 'vitest';
import { formatClockAfter } from './format.ts';
import { hasDays, timeAbove } from './turn-days.ts';

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();

const timesOf = (...starts: readonly (number | undefined)[]) => {
  const turns = starts.map((start, number) => (start === undefined ? { number } : { number, start }));
  return turns
    .filter(({ number }) => number > 0)
    .map(({ number, start }) => formatClockAfter(start, timeAbove(turns, number)));
};

test('a day is told at its first turn', () => {
  expect(timesOf(at(13, 9), at(14, 10), at(14, 23), at(15, 0), at(15, 10))).toEqual([
    '14 Nov, 10:00',
    '23:00',
    '15 Nov, 00:00',
    '10:00',
  ]);
});

test('of turns on one day no day is told, whatever stood before the first prompt', () => {
  expect(timesOf(at(13, 9), at(14, 10), at(14, 12))).toEqual(['10:00', '12:00']);
});

test('a turn without a time hides no change of the day', () => {
  expect(timesOf(undefined, at(14, 10), undefined, at(15, 10))).toEqual([
    '14 Nov, 10:00',
    '',
    '15 Nov, 10:00',
  ]);
});

test('a session goes over several days where any of its branches does', () => {
  const head = (branches: readonly object[]) =>
    ({ start: at(14, 10), end: at(14, 12), branchList: branches }) as unknown as Parameters<
      typeof hasDays
    >[0];
  expect(hasDays(head([]))).toBe(false);
  expect(hasDays(head([{}, { start: at(14, 10), end: at(15, 1) }]))).toBe(true);
});

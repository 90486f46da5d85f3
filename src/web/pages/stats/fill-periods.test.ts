import { expect, test } from 'vitest';
import { fillPeriods } from './fill-periods.ts';

const keys = (series: readonly { readonly key: string }[]) => series.map(({ key }) => key);
const points = (...all: string[]) => all.map((key) => ({ key, start: 1 }));

test('a month without requests keeps its place between its neighbours', () => {
  const filled = fillPeriods(points('2025-11', '2026-02'), 'month');
  expect(keys(filled)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(filled[0]).toHaveProperty('start');
  expect(filled[1]).not.toHaveProperty('start');
});

test('days and weeks step over the ends of months', () => {
  expect(keys(fillPeriods(points('2026-02-27', '2026-03-02'), 'day'))).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(keys(fillPeriods(points('2026-10-26', '2026-11-09'), 'week'))).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
  ]);
});

test('a date from another century does not make thousands of places, and a strange key none', () => {
  expect(keys(fillPeriods(points('1970-01-01', '2026-11-09'), 'day'))).toEqual(['1970-01-01', '2026-11-09']);
  expect(keys(fillPeriods(points('undated', 'zzz'), 'day'))).toEqual(['undated', 'zzz']);
  expect(fillPeriods([], 'day')).toEqual([]);
});

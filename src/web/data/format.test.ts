import { expect, test } from 'vitest';
import {
  chapterOf,
  formatAgo,
  formatAgoShort,
  formatBeadTokens,
  formatClockAfter,
  formatK,
  formatMoney,
  formatSpan,
  formatTook,
} from './format.ts';

const now = new Date(2026, 10, 12, 15, 0).getTime(); // a Thursday

test('tokens are as short as a column wants them', () => {
  expect([812, 4900, 12_400, 182_000, 1_000_000, 1_001_000, 1_240_000].map(formatK)).toEqual([
    '812',
    '4.9k',
    '12k',
    '182k',
    '1M',
    '1.0M',
    '1.2M',
  ]);
  expect([undefined, 20, 74, 1400, 22_000].map(formatBeadTokens)).toEqual(['', '', '0.1k', '1.4k', '22k']);
});

test('durations fit their column', () => {
  expect([20, 120, 41_000, 59_600, 372_000, 3_120_000, 4_140_000, 200_000_000].map(formatTook)).toEqual([
    '',
    '0.1 s',
    '41 s',
    '1.0 min',
    '6.2 min',
    '52 min',
    '1.1 h',
    '2 d',
  ]);
  expect([0, 0.001, 1234.5].map(formatMoney)).toEqual(['$0.00', '< $0.01', '$1,234.50']);
});

test('times say how long ago, then when', () => {
  const at = (...parts: [number, number, number, number]) => new Date(2026, ...parts).getTime();
  expect(formatAgo(now - 30_000, now)).toBe('now');
  expect(formatAgo(now - 40 * 60_000, now)).toBe('40 min');
  expect(formatAgo(at(10, 12, 9, 30), now)).toBe('5 h');
  expect(formatAgo(at(10, 11, 15, 20), now)).toBe('15:20');
  expect(formatAgo(at(10, 3, 15, 20), now)).toBe('3 Nov');
  expect(formatAgoShort(at(10, 3, 15, 20), now)).toBe('3 Nov');
  expect(formatAgoShort(at(-1, 29, 15, 20), now)).toBe('Dec 2025');
  const newYear = at(0, 1, 9, 0);
  expect(formatAgoShort(newYear - 60 * 60_000 * 10, newYear)).toBe('23:00');
});

test('a list by time has chapters', () => {
  const days = ['2026-11-12', '2026-11-11', '2026-11-09', '2026-11-05', '2026-10-01'];
  expect(days.map((day) => chapterOf(day, now))).toEqual([
    'Today',
    'Yesterday',
    'Earlier this week',
    'Last week',
    'October 2026',
  ]);
});

test('a time has its day where the one before it was of another, or is not known', () => {
  const [late, early] = [new Date(2026, 3, 15, 23, 58), new Date(2026, 3, 16, 0, 6)].map(Number);
  expect(formatClockAfter(early, late)).toBe('16 Apr, 00:06');
  expect(formatClockAfter(early, early)).toBe('00:06');
  expect(formatClockAfter(late, undefined)).toBe('15 Apr, 23:58');
  expect(formatClockAfter(undefined, late)).toBe('');
});

test('a span names the day of both ends, and a year that both have once', () => {
  const at = (year: number, month: number, day: number, hour: number) =>
    new Date(year, month, day, hour).getTime();
  expect(formatSpan(at(2024, 11, 10, 22), at(2024, 11, 10, 23))).toBe('10 Dec 2024, 22:00 to 23:00');
  expect(formatSpan(at(2024, 11, 10, 22), at(2024, 11, 11, 1))).toBe('10 Dec, 22:00 to 11 Dec 2024, 01:00');
  expect(formatSpan(at(2023, 11, 31, 22), at(2024, 0, 1, 1))).toBe('31 Dec 2023, 22:00 to 1 Jan 2024, 01:00');
  // The same time of another day is another time.
  expect(formatSpan(at(2024, 11, 10, 22), at(2024, 11, 12, 22))).toBe('10 Dec, 22:00 to 12 Dec 2024, 22:00');
  expect(formatSpan(at(2024, 11, 10, 22), at(2024, 11, 10, 22))).toBe('10 Dec 2024, 22:00');
});

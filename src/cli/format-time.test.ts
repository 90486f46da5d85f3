import { expect, test } from 'vitest';
import { formatAge, formatIso, parseTime } from './format-time.ts';

const NOW = Date.parse('2026-03-04T12:00:00Z');
const HOUR = 3_600_000;

test('an age is told in the unit that people would use', () => {
  const ages = [
    -1,
    0.5 / 60,
    1 / 60,
    59 / 60,
    2,
    23.9,
    24,
    13 * 24,
    14 * 24,
    59 * 24,
    60 * 24,
    364 * 24,
    365 * 24,
  ];
  expect(ages.map((hours) => formatAge(NOW - hours * HOUR, NOW))).toEqual([
    'now',
    'now',
    '1 min',
    '59 min',
    '2 h',
    '23 h',
    '1 d',
    '13 d',
    '2 w',
    '8 w',
    '2 mo',
    '12 mo',
    '1 y',
  ]);
});

test('a time in a pipe is ISO without fractions', () => {
  expect(formatIso(NOW + 123)).toBe('2026-03-04T12:00:00Z');
  expect(formatIso(Number.NaN)).toBe('');
});

test('what a person types is an age, a day or a moment', () => {
  expect(parseTime('7d', '--since', NOW)).toBe(NOW - 7 * 24 * HOUR);
  expect(parseTime('90min', '--since', NOW)).toBe(NOW - 1.5 * HOUR);
  expect(parseTime('2026-01-02', '--since', NOW)).toBe(new Date(2026, 0, 2).getTime());
  expect(parseTime('2026-01-02', '--until', NOW, true)).toBe(new Date(2026, 0, 3).getTime());
  expect(parseTime('2026-01-02T15:30', '--since', NOW)).toBe(new Date(2026, 0, 2, 15, 30).getTime());
});

test('anything else is refused with the flag in the sentence', () => {
  for (const text of ['', 'yesterday', '2026-02-30', '2026-13-01', '7', '-7d', '7 dd']) {
    expect(() => parseTime(text, '--since', NOW)).toThrow(/--since does not understand/);
  }
});

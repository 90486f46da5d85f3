import { expect, test } from 'vitest';
import { formatDuration, formatTokens, makeClock } from './format.ts';

test('durations are as exact as they are short', () => {
  const shown = [0, 430, 9949, 9960, 59_499, 59_600, 125_000, 3_600_000, 4_350_000, 90_000_000].map(
    formatDuration,
  );
  expect(shown).toEqual([
    ...['0.0 s', '0.4 s', '9.9 s', '10 s', '59 s', '1 min', '2 min 5 s', '1 h', '1 h 13 min', '1 d 1 h'],
  ]);
});

test('tokens have at most three figures and a unit', () => {
  expect([0, 999, 1000, 12_440, 99_949, 99_950, 182_000, 999_499, 1_240_000].map(formatTokens)).toEqual([
    ...['0', '999', '1.0k', '12.4k', '99.9k', '100k', '182k', '999k', '1.2M'],
  ]);
});

test('the clock keeps to its zone, and to the machine’s own where the zone is none', () => {
  const time = Date.UTC(2026, 0, 2, 23, 5);
  expect([makeClock('UTC').date(time), makeClock('UTC').time(time)]).toEqual(['2026-01-02', '23:05']);
  expect(makeClock('Asia/Tokyo').date(time)).toBe('2026-01-03');
  expect(makeClock(':/etc/localtime').time(time)).toMatch(/^\d\d:\d\d$/);
  expect(makeClock('UTC').date(1e300)).toBe('');
});

test('the machine’s own clock, read without Intl, is the one of Intl', () => {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
  const clock = makeClock(undefined);
  const times = [0, 59_999, Date.UTC(9999, 11, 30), Date.UTC(9999, 11, 31), -1, -1e12];
  for (let n = 0; n < 4000; n++) times.push(n * 7.7e8 + n * 61_000);
  for (const time of times) {
    const text = format.format(time);
    expect([clock.date(time), clock.time(time)]).toEqual([text.slice(0, 10), text.slice(11, 16)]);
  }
});

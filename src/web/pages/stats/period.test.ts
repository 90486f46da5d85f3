import { expect, test } from 'vitest';
import { axisWords, nameOfPeriod, periodWords, readPeriod } from './period.ts';

test('a bar is a span of its own: its month, week or day', () => {
  const local = (date: string) => new Date(`${date}T00:00:00`).getTime();
  expect(readPeriod(nameOfPeriod('2026-12', 'month'))).toMatchObject({
    words: 'Dec 2026',
    since: local('2026-12-01'),
    until: local('2027-01-01'),
  });
  expect(readPeriod(nameOfPeriod('2026-04-27', 'week'))).toMatchObject({
    words: 'The week of 27 Apr 2026',
    since: local('2026-04-27'),
    until: local('2026-05-04'),
  });
  expect(readPeriod(nameOfPeriod('2026-02-28', 'day'))).toMatchObject({
    words: '28 Feb 2026',
    until: local('2026-03-01'),
  });
});

test('what names no time is no span, and is called as it is', () => {
  for (const name of [undefined, '', 'unknown', 'week-2026-04', '2026-13'])
    expect(readPeriod(name)).toBeUndefined();
  expect(periodWords('unknown')).toBe('unknown');
});

test('an axis names days without their year, and months with it', () => {
  expect(axisWords('2026-04-13')).toBe('13 Apr');
  expect(axisWords('2026-04')).toBe('Apr 2026');
});

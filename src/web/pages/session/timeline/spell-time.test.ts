import { expect, test } from 'vitest';
import { foldTime } from '../../../../render/timeline/fold-time.ts';
import { spellMoment, spellTime } from './spell-time.ts';

test('a moment has its day where the whole goes over several', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 52, 14).getTime();
  expect(spellMoment(at(14, 13), foldTime(at(14, 9), at(14, 17), []))).toBe('13:52:14');
  expect(spellMoment(at(14, 13), foldTime(at(14, 9), at(15, 9), []))).toBe('14 Nov, 13:52:14');
});

test('a duration is as fine as it is short', () => {
  expect([20, 400, 8000, 488_000, 24_300_000, 176_400_000].map(spellTime)).toEqual([
    '0 s',
    '0.4 s',
    '8 s',
    '8 min 8 s',
    '6 h 45 min',
    '2 days 1 h',
  ]);
});

import { expect, test } from 'vitest';
import { weekOf, zoneClock } from './zone-clock.ts';

const at = (text: string): number => Date.parse(text);

test('a moment belongs to the day of the zone', () => {
  const late = at('2026-01-05T23:30:00Z');
  expect(zoneClock('utc').dayOf(late)).toBe('2026-01-05');
  expect(zoneClock('Asia/Tokyo').dayOf(late)).toBe('2026-01-06');
  expect(zoneClock('America/Los_Angeles').dayOf(at('2026-01-05T07:59:00Z'))).toBe('2026-01-04');
  expect(zoneClock('+05:45').dayOf(at('2026-01-05T18:15:00Z'))).toBe('2026-01-06');
  expect(zoneClock('-0330').minuteOf(at('2026-01-05T18:15:00Z'))).toBe('14:45');
});

test('days are right on both sides of summer time, and in zones with odd offsets', () => {
  const berlin = zoneClock('Europe/Berlin');
  // On 2026-03-29 the clock goes from 02:00 to 03:00, on 2026-10-25 from 03:00 back to 02:00.
  expect(berlin.dayOf(at('2026-03-28T22:59:59Z'))).toBe('2026-03-28');
  expect(berlin.dayOf(at('2026-03-28T23:00:00Z'))).toBe('2026-03-29');
  expect(berlin.minuteOf(at('2026-03-29T00:59:00Z'))).toBe('01:59');
  expect(berlin.minuteOf(at('2026-03-29T01:00:00Z'))).toBe('03:00');
  expect(berlin.dayOf(at('2026-03-29T21:59:59Z'))).toBe('2026-03-29');
  expect(berlin.dayOf(at('2026-03-29T22:00:00Z'))).toBe('2026-03-30');
  expect(berlin.dayOf(at('2026-10-25T22:59:59Z'))).toBe('2026-10-25');
  expect(berlin.dayOf(at('2026-10-25T23:00:00Z'))).toBe('2026-10-26');
  expect(zoneClock('Asia/Kathmandu').dayOf(at('2026-01-05T18:14:59Z'))).toBe('2026-01-05');
  expect(zoneClock('Asia/Kathmandu').dayOf(at('2026-01-05T18:15:00Z'))).toBe('2026-01-06');
});

test("the machine's own zone is that of its clock", () => {
  const time = at('2026-03-29T12:34:00Z');
  const date = new Date(time);
  expect(zoneClock().minuteOf(time)).toBe(
    `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`,
  );
});

test('a week begins on Monday, also across the year', () => {
  expect(weekOf('2026-01-01')).toBe('2025-12-29');
  expect(weekOf('2026-01-04')).toBe('2025-12-29');
  expect(weekOf('2026-01-05')).toBe('2026-01-05');
});

test('what is no zone is refused', () => {
  expect(() => zoneClock('Mars/Olympus')).toThrow(/no time zone/);
  expect(() => zoneClock('+99:00')).toThrow(/no time zone/);
});

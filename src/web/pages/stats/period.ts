// A bar of the series as a span of its own: its day, week or month, read from the address.
import { formatSpan } from '../../data/format.ts';
import type { Period } from './fill-periods.ts';
import type { Span } from './stats-finding.tsx';

/** How the address names a bar: `2026-04`, `2026-04-13`, `week-2026-04-13`. */
export function nameOfPeriod(key: string, by: Period): string {
  return by === 'week' ? `week-${key}` : key;
}

/** How the address names a 5-hour block: by its beginning. */
export function nameOfBlock(start: number): string {
  return `5h-${start}`;
}

const BLOCK_MS = 5 * 3_600_000;

function readBlock(name: string): Span | undefined {
  const [, digits] = /^5h-(\d{1,15})$/.exec(name) ?? [];
  if (digits === undefined) return undefined;
  const since = Number(digits);
  const until = since + BLOCK_MS;
  const words = `The 5 hours of ${formatSpan(since, until)}`;
  return { name, title: words, by: 'day', words, since, until };
}

/** Undefined where it names none: a request without a time has no day. */
export function readPeriod(name: string | undefined): Span | undefined {
  const block = readBlock(name ?? '');
  if (block) return block;
  const [, week, month, day] = /^(week-)?(\d{4}-\d\d)(-\d\d)?$/.exec(name ?? '') ?? [];
  if (name === undefined || month === undefined || (week && !day)) return undefined;
  const start = new Date(`${month}${day ?? '-01'}T00:00:00`);
  if (Number.isNaN(start.getTime())) return undefined;
  const end = new Date(start);
  if (day === undefined) end.setMonth(end.getMonth() + 1);
  else end.setDate(end.getDate() + (week ? 7 : 1));
  const date = periodWords(`${month}${day ?? ''}`);
  const words = day === undefined ? date : week ? `The week of ${date}` : date;
  return { name, title: words, by: 'day', words, since: start.getTime(), until: end.getTime() };
}

/** `Apr 2026`, `13 Apr 2026`; a key that is no date is called as it is. */
export function periodWords(key: string): string {
  return dateWords(key, { year: 'numeric' });
}

/** As short as an axis wants it: days without their year. */
export function axisWords(key: string): string {
  return dateWords(key, key.length === 7 ? { year: 'numeric' } : {});
}

function dateWords(key: string, more: Intl.DateTimeFormatOptions): string {
  if (!/^\d{4}-\d\d(-\d\d)?$/.test(key)) return key;
  const options: Intl.DateTimeFormatOptions = { month: 'short', timeZone: 'UTC', ...more };
  return new Date(key).toLocaleDateString('en-GB', key.length > 7 ? { day: 'numeric', ...options } : options);
}

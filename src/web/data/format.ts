// Figures and times as the pages show them: shorter than in the terminal, because columns are narrow.
import { describeBytes } from '../../base/image-info.ts';
import { formatDuration } from '../../render/format.ts';

/** `812`, `4.9k`, `12k`, `182k`, `1M`, `1.2M`, `1.92B`: as short as a column wants it. */
export function formatK(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  if (tokens < 9950) return `${(tokens / 1000).toFixed(1)}k`;
  if (tokens < 999_500) return `${Math.round(tokens / 1000)}k`;
  // A round size, such as that of a window, is meant exactly.
  if (tokens < 999_500_000 && tokens % 1_000_000 === 0) return `${tokens / 1_000_000}M`;
  if (tokens < 999_500_000) return `${(tokens / 1_000_000).toFixed(1)}M`;
  return `${(tokens / 1_000_000_000).toFixed(2)}B`;
}

/** The tokens of a bead, always in thousands so that the column reads down. */
export function formatBeadTokens(tokens: number | undefined): string {
  if (tokens === undefined || tokens < 50) return '';
  return tokens < 9950 ? `${(tokens / 1000).toFixed(1)}k` : formatK(tokens);
}

export function formatMoney(usd: number): string {
  if (usd > 0 && usd < 0.005) return '< $0.01';
  return `$${money.format(usd)}`;
}

/** A sum that is only about right: without cents where there are dollars enough. */
export function formatRoundMoney(usd: number): string {
  return usd < 100 ? formatMoney(usd) : `$${whole.format(Math.round(usd))}`;
}

export function formatNumber(value: number): string {
  return whole.format(value);
}

/** `99.5%`: to a tenth, and no digit that is none. */
export function formatPercent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}

/** `18.2 MB`; `5.1 GB`. */
export function formatBytes(bytes: number): string {
  return bytes >= 999_950_000 ? `${(bytes / 1e9).toFixed(1)} GB` : describeBytes(bytes);
}

export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const whole = new Intl.NumberFormat('en-US');
const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const seconds = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' });
const year = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** `11:31`. */
export function formatClock(time: number | undefined): string {
  return isTime(time) ? clock.format(time) : '';
}

/** `11:32:07.410`; `14 Nov, 11:32:07.410`. */
export function formatSeconds(time: number | undefined, withDay: boolean): string {
  if (!isTime(time)) return '';
  return withDay ? `${day.format(time)}, ${seconds.format(time)}` : seconds.format(time);
}

/** `14 Nov`, with the year where it is not this one. */
export function formatDay(time: number | undefined, now: number = Date.now()): string {
  if (!isTime(time)) return '';
  return new Date(time).getFullYear() === new Date(now).getFullYear() ? day.format(time) : year.format(time);
}

/** `14 Nov, 11:31`, with the year where it is not this one: when exactly, for tables and titles. */
export function formatMoment(time: number | undefined, now: number = Date.now()): string {
  return isTime(time) ? `${formatDay(time, now)}, ${clock.format(time)}` : '';
}

/** `11:31`; `14 Nov, 11:31` where `before` was on another day, or is not known. */
export function formatClockAfter(time: number | undefined, before: number | undefined): string {
  if (!isTime(time)) return '';
  return isSameDay(time, before) ? clock.format(time) : `${day.format(time)}, ${clock.format(time)}`;
}

export function isSameDay(time: number | undefined, other: number | undefined): boolean {
  return isTime(time) && isTime(other) && startOfDay(time) === startOfDay(other);
}

/** `now`, `40 min`, `2 h`, `15:20` for yesterday, `12 Nov`. */
export function formatAgo(time: number, now: number = Date.now()): string {
  const minutes = (now - time) / 60_000;
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${Math.floor(minutes)} min`;
  const today = startOfDay(now);
  if (time >= today) return `${Math.floor(minutes / 60)} h`;
  return time >= startOfDay(today - 1) ? formatClock(time) : formatDay(time, now);
}

/** As `formatAgo`, for a narrow column: `Nov 2025` where it was another year. */
export function formatAgoShort(time: number, now: number = Date.now()): string {
  const thisYear = new Date(now).getFullYear();
  return isTime(time) && time < startOfDay(now - DAY_MS) && new Date(time).getFullYear() !== thisYear
    ? month.format(time)
    : formatAgo(time, now);
}

/** `14 Nov, 10:02 to 16:47`; over several days both with their day. */
export function formatSpan(start: number | undefined, end: number | undefined): string {
  if (!isTime(start)) return '';
  const from = `${formatDay(start)}, ${formatClock(start)}`;
  if (!isTime(end) || from === `${formatDay(end)}, ${formatClock(end)}`) return from;
  // The year of both is told once.
  if (!isSameDay(start, end) && new Date(start).getFullYear() === new Date(end).getFullYear())
    return `${day.format(start)}, ${formatClock(start)} to ${formatDay(end)}, ${formatClock(end)}`;
  return `${from} to ${isSameDay(start, end) ? '' : `${formatDay(end)}, `}${formatClock(end)}`;
}

/** The chapter of a list by time: `Today`, `Yesterday`, `Earlier this week`, `Last week`, `October 2026`. */
export function chapterOf(date: string, now: number = Date.now()): string {
  const time = new Date(`${date}T12:00:00`).getTime();
  const today = startOfDay(now);
  if (time >= today) return 'Today';
  if (time >= startOfDay(today - 1)) return 'Yesterday';
  const weekday = (new Date(now).getDay() + 6) % 7;
  const monday = startOfDay(today - weekday * DAY_MS + HALF_DAY_MS);
  if (time >= monday) return 'Earlier this week';
  if (time >= startOfDay(monday - 6.5 * DAY_MS)) return 'Last week';
  return new Date(time).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });
}

const DAY_MS = 86_400_000;
const HALF_DAY_MS = DAY_MS / 2;

// Days are not always 24 hours long: the calendar is asked, not the clock.
function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

function isTime(time: number | undefined): time is number {
  return time !== undefined && Math.abs(time) <= 8.64e15;
}

/** What a call of a tool took: most take less than a tenth of a second, which would all be "0.0 s". */
export function formatCallTime(ms: number): string {
  return ms < 100 ? `${Math.round(ms)} ms` : formatDuration(ms);
}

/** A duration for the narrow column: `0.1 s`, `41 s`, `6.2 min`, `52 min`, `1.2 h`, `3 d`; nothing for less than a tenth. */
export function formatTook(ms: number | undefined): string {
  if (ms === undefined || ms < 50) return '';
  const [, size, unit] = TOOK_UNITS.find(([most]) => ms < most) ?? DAYS;
  const count = ms / size;
  return `${count < 9.95 && unit !== 'd' ? count.toFixed(1) : Math.round(count)} ${unit}`;
}

const DAYS = [Number.POSITIVE_INFINITY, DAY_MS, 'd'] as const;
/** Up to which duration which unit is shown; the rounded figure never reaches the next unit. */
const TOOK_UNITS = [
  [59_500, 1000, 's'],
  [59.5 * 60_000, 60_000, 'min'],
  [47.5 * 3_600_000, 3_600_000, 'h'],
  DAYS,
] as const;

// Times as a list shows them: how long ago on a terminal, the full date in a pipe; and times as a person types them.
import { Refusal } from '../base/refusal.ts';
import { textStart } from '../base/text-start.ts';

const UNITS: readonly (readonly [name: string, ms: number])[] = [
  ['y', 365 * 86_400_000],
  ['mo', 30 * 86_400_000],
  ['w', 7 * 86_400_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
];

/** "now", "5 min", "2 h", "3 d", "6 w", "4 mo", "2 y". What lies ahead of our clock is "now". */
export function formatAge(time: number, now: number): string {
  const age = now - time;
  for (const [name, ms] of UNITS) {
    // Weeks are how people count up to two months, not for one week or for a year.
    const least = name === 'w' ? 2 * ms : name === 'mo' ? 2 * ms : ms;
    if (age >= least) return `${Math.floor(age / ms)} ${name}`;
  }
  return 'now';
}

/** 2026-01-02T03:04:05Z */
export function formatIso(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, -'.000Z'.length)}Z`;
}

/** With milliseconds, as JSON has it; undefined for what is no time. */
export function isoOf(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const AGO: ReadonlyMap<string, number> = new Map(UNITS);

/**
 * Milliseconds of what was typed: `7d`, `12h`, a date (local midnight; with `end`, the midnight after it) or a date with
 * a time. Refuses anything else by naming the flag.
 */
export function parseTime(text: string, flag: string, now: number, end = false): number {
  const ago = /^(\d{1,6})\s*(min|h|d|w|mo|y)$/.exec(text.trim());
  if (ago) return now - Number(ago[1]) * (AGO.get(ago[2] as string) as number);
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  if (date) {
    const [year, month, day] = [Number(date[1]), Number(date[2]), Number(date[3])];
    const found = new Date(year, month - 1, day);
    if (found.getMonth() === month - 1) return new Date(year, month - 1, day + (end ? 1 : 0)).getTime();
  } else if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text.trim())) {
    const time = Date.parse(text.trim().replace(' ', 'T'));
    if (!Number.isNaN(time)) return time;
  }
  throw new Refusal(
    'bad-time',
    `${flag} does not understand “${textStart(text, 40)}”.`,
    'Write 30min, 12h, 7d, 4w, a date such as 2026-01-02, or 2026-01-02T15:30.',
  );
}

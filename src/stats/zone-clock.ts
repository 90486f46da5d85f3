// Days, weeks and months of a time zone: which day a moment belongs to there, summer time and all.
import { Refusal } from '../base/refusal.ts';

/** Tells days and times of day in one time zone. */
export interface ZoneClock {
  readonly name: string;
  /** `2026-03-29`: the calendar day of a moment in this zone. */
  readonly dayOf: (time: number) => string;
  /** `14:05`: the time of day in this zone. */
  readonly minuteOf: (time: number) => string;
}

/** `local`, `utc`, an IANA name (`Europe/Berlin`) or an offset (`+02:00`); refuses what is no zone. */
export function zoneClock(zone = 'local'): ZoneClock {
  const lower = zone.trim().toLowerCase();
  if (lower === 'local' || lower === '') return localClock();
  if (lower === 'utc' || lower === 'z') return fixedClock('UTC', 0);
  const offset = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(lower);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    if (minutes <= 18 * 60) return fixedClock(zone, (offset[1] === '-' ? -1 : 1) * minutes);
  }
  return namedClock(zone.trim());
}

/** The Monday that the week of a day begins with. */
export function weekOf(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - sinceMonday * DAY).toISOString().slice(0, 10);
}

const DAY = 86_400_000;
const MINUTE = 60_000;

function fixedClock(name: string, minutes: number): ZoneClock {
  const shifted = (time: number): string => new Date(time + minutes * MINUTE).toISOString();
  return {
    name,
    dayOf: (time) => shifted(time).slice(0, 10),
    minuteOf: (time) => shifted(time).slice(11, 16),
  };
}

// By the getters of Date, which know the machine's zone and its summer time: `Intl` takes ten milliseconds to wake up.
function localClock(): ZoneClock {
  return remembering('local', (time) => {
    const date = new Date(time);
    const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
    return [day, date.getHours() * 60 + date.getMinutes()];
  });
}

function namedClock(zone: string): ZoneClock {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  } catch {
    throw new Refusal(
      'unknown-time-zone',
      `There is no time zone “${zone.slice(0, 40)}”.`,
      'Write a name such as Europe/Berlin, an offset such as +02:00, utc or local.',
    );
  }
  return remembering(zone, (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const day = `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
    return [day, Number(parts.get('hour')) * 60 + Number(parts.get('minute'))];
  });
}

// No zone changes its offset within a quarter of an hour that begins on one, so one answer serves for all of it.
function remembering(name: string, ask: (time: number) => readonly [day: string, minute: number]): ZoneClock {
  const known = new Map<number, readonly [string, number]>();
  // Who asks mostly asks for one moment after another.
  let lastSlot = Number.NaN;
  let last: readonly [string, number] = ['', 0];
  const at = (time: number): readonly [string, number] => {
    const slot = Math.floor(time / QUARTER);
    if (slot === lastSlot) return last;
    const found = known.get(slot) ?? ask(slot * QUARTER);
    known.set(slot, found);
    lastSlot = slot;
    last = found;
    return found;
  };
  return {
    name,
    dayOf: (time) => at(time)[0],
    minuteOf: (time) => {
      const minute = at(time)[1] + Math.floor((time - Math.floor(time / QUARTER) * QUARTER) / MINUTE);
      return `${pad(Math.floor(minute / 60), 2)}:${pad(minute % 60, 2)}`;
    },
  };
}

const QUARTER = 15 * MINUTE;

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

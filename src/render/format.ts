// Figures as people read them: durations, token counts, times of day.

/** `0.4 s`, `3.2 s`, `48 s`, `2 min 5 s`, `1 h 12 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return joinUnits(Math.floor(whole / 60), 'min', whole % 60, 's');
  const minutes = Math.round(whole / 60);
  if (minutes < 1440) return joinUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(minutes / 60);
  return joinUnits(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** `812`, `12.4k`, `182k`, `1.2M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  if (tokens < 99_950) return `${(tokens / 1000).toFixed(1)}k`;
  if (tokens < 999_500) return `${Math.round(tokens / 1000)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

export interface Clock {
  /** `2026-01-31`. */
  readonly date: (time: number) => string;
  /** `09:05`. */
  readonly time: (time: number) => string;
}

/** A clock in a zone; in the machine's own where the zone is undefined or not known. */
export function makeClock(timeZone: string | undefined): Clock {
  const own = timeZone === undefined;
  let format: Intl.DateTimeFormat | undefined;
  const text = (time: number): string => {
    if (own && time >= 0 && time < LATE) return localText(new Date(time));
    if (!(Math.abs(time) <= MAX_TIME)) return '';
    format ??= makeFormat(timeZone) ?? (makeFormat(undefined) as Intl.DateTimeFormat);
    return format.format(time);
  };
  return { date: (time) => text(time).slice(0, 10), time: (time) => text(time).slice(11, 16) };
}

const MAX_TIME = 8.64e15;
/** From here on, somewhere, years have five digits. */
const LATE = Date.UTC(9999, 11, 31);

// By the getters of Date: `Intl` takes ten milliseconds to wake up.
function localText(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

// Swedish writes dates as ISO does.
function makeFormat(timeZone: string | undefined): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'short',
      ...(timeZone === undefined ? {} : { timeZone }),
    });
  } catch {
    return undefined;
  }
}

function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return `${large} ${largeUnit}${small === 0 ? '' : ` ${small} ${smallUnit}`}`;
}

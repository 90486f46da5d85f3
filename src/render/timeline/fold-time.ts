// Time as it is drawn: real, or with the stretches in which nothing ran folded to a short gap.

export interface TimeFold {
  /** From 0 to `length`, in milliseconds of the drawn axis. */
  readonly unitOf: (time: number) => number;
  readonly timeOf: (unit: number) => number;
  readonly length: number;
  readonly start: number;
  /** The folded stretches, on the drawn axis. */
  readonly folds: readonly Fold[];
}

export interface Fold {
  readonly from: number;
  readonly to: number;
  /** How long it really was. */
  readonly ms: number;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

const MIN_GAP = 20_000;

export function foldTime(start: number, end: number, idle: readonly Stretch[]): TimeFold {
  const left = idle.reduce((sum, one) => sum - (one.end - one.start), end - start);
  // A gap is seen, but all gaps together take no more than a fifth of what is left.
  const gap = Math.max(MIN_GAP, Math.min(left / 60, left / 5 / Math.max(idle.length, 1)));
  const folded = idle.filter((one) => one.end - one.start > gap);
  // Knots of a broken line: times beside their places on the axis.
  const times = [start];
  const units = [0];
  const folds: Fold[] = [];
  for (const one of folded) {
    const from = (units.at(-1) as number) + one.start - (times.at(-1) as number);
    times.push(one.start, one.end);
    units.push(from, from + gap);
    folds.push({ from, to: from + gap, ms: one.end - one.start });
  }
  const length = Math.max(1, (units.at(-1) as number) + end - (times.at(-1) as number));
  times.push(Math.max(end, start + 1));
  units.push(length);
  return {
    unitOf: (time) => between(times, units, time),
    timeOf: (unit) => between(units, times, unit),
    length,
    start,
    folds,
  };
}

function between(from: readonly number[], to: readonly number[], value: number): number {
  let [low, high] = [0, from.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((from[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  const [a, b] = [from[low] as number, from[low + 1] as number];
  const [c, d] = [to[low] as number, to[low + 1] as number];
  if (b === a) return c;
  return c + (Math.min(Math.max((value - a) / (b - a), 0), 1) || 0) * (d - c);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const STEPS: readonly number[] = [
  1, 2, 5, 10, 20, 30, 60, 120, 240, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400, 172_800,
  604_800, 1_209_600, 2_419_200,
].map((one) => one * SECOND);

interface TimeTick {
  readonly unit: number;
  readonly time: number;
}

/** Round moments between two places of the axis, none inside a fold and none too near to the one before. */
export function timeTicks(fold: TimeFold, from: number, to: number, most: number): TimeTick[] {
  const apart = (to - from) / Math.max(most, 1);
  const step = STEPS.find((one) => one >= apart) ?? (STEPS.at(-1) as number);
  const zone = new Date(fold.timeOf(from)).getTimezoneOffset() * MINUTE;
  const ticks: TimeTick[] = [];
  const inside = fold.folds.filter((one) => one.to > from && one.from < to);
  const edges = [from, ...inside.flatMap((one) => [one.from, one.to]), to];
  for (let i = 0; i + 1 < edges.length; i += 2) {
    const [a, b] = [fold.timeOf(edges[i] as number), fold.timeOf(edges[i + 1] as number)];
    for (let time = Math.ceil((a - zone) / step) * step + zone; time <= b; time += step) {
      const unit = fold.unitOf(time);
      if (unit < from || unit > to) continue;
      const last = ticks.at(-1);
      if (!last || unit - last.unit >= apart * 0.8) ticks.push({ unit, time });
    }
  }
  return ticks;
}

/** Whether ticks so far apart are told by hours and minutes, or need seconds, or the day because midnight lies between them. */
export function tickWords(ticks: readonly TimeTick[]): (time: number) => string {
  // Between two of them there may be a fold: the nearest ones tell how fine the words must be.
  let apart = ticks.length > 1 ? Number.POSITIVE_INFINITY : HOUR;
  for (let i = 1; i < ticks.length; i++)
    apart = Math.min(apart, (ticks[i] as TimeTick).time - (ticks[i - 1] as TimeTick).time);
  const dayOf = (tick: TimeTick | undefined) => tick && new Date(tick.time).toDateString();
  const days = dayOf(ticks[0]) !== dayOf(ticks.at(-1));
  const format = new Intl.DateTimeFormat('en-GB', {
    ...(days ? ({ day: 'numeric', month: 'short' } as const) : {}),
    ...(days && apart >= 24 * HOUR ? {} : ({ hour: '2-digit', minute: '2-digit' } as const)),
    ...(apart < MINUTE ? ({ second: '2-digit' } as const) : {}),
  });
  return (time) => format.format(time);
}

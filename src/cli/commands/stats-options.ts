// What was asked of `clew stats`, read from its flags: the grouping, the zone, the time, the project, the prices.
import type { Grouping } from '../../stats/group-usage.ts';
import type { LedgerMessage } from '../../stats/ledger.ts';
import type { PriceList } from '../../stats/prices.ts';
import type { WorkerKind } from '../../stats/usage-record.ts';
import { type ZoneClock, zoneClock } from '../../stats/zone-clock.ts';
import { type CommandInput, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { parseTime } from '../format-time.ts';
import { readMost } from '../read-flags.ts';
import { readPrices } from '../read-prices.ts';

export const GROUPINGS = [
  'day',
  'week',
  'month',
  'model',
  'project',
  'session',
  'agent',
  'tool',
  'block',
] as const;

export const KINDS: readonly WorkerKind[] = ['main', 'agent', 'internal'];

export interface StatsOptions {
  readonly by: Grouping | 'block';
  readonly clock: ZoneClock;
  readonly prices: PriceList;
  readonly breakdown: boolean;
  readonly most: number | undefined;
  readonly project: string | undefined;
  readonly kind: WorkerKind | undefined;
  /** Whether a message lies in the time that was asked for; undefined where any time will do. */
  readonly inTime: TimeFilter | undefined;
}

export type TimeFilter = (of: Pick<LedgerMessage, 'time'>) => boolean;

export async function readOptions(context: CliContext, input: CommandInput): Promise<StatsOptions> {
  const clock = zoneClock(textFlag(input, 'timezone'));
  return {
    by: (textFlag(input, 'by') ?? 'day') as StatsOptions['by'],
    clock,
    prices: await readPrices(context, input),
    breakdown: input.flags.breakdown === true,
    most: readMost(input),
    project: textFlag(input, 'project'),
    kind: textFlag(input, 'only') as WorkerKind | undefined,
    inTime: readTimes(context, input, clock),
  };
}

/** `--since` and `--until`, in the days of `--timezone`. */
export function readTimes(
  context: CliContext,
  input: CommandInput,
  clock: ZoneClock = zoneClock(textFlag(input, 'timezone')),
): TimeFilter | undefined {
  const now = context.now().getTime();
  const since = bound(textFlag(input, 'since'), '--since', now);
  const until = bound(textFlag(input, 'until'), '--until', now);
  if (since === undefined && until === undefined) return undefined;
  // A date means the days of the zone, so days are compared, and summer time plays no part; anything else is a moment.
  const from = typeof since === 'string' ? since : undefined;
  const to = typeof until === 'string' ? until : undefined;
  return ({ time }) => {
    if (time === undefined) return false;
    if (typeof since === 'number' && time < since) return false;
    if (typeof until === 'number' && time >= until) return false;
    if (from === undefined && to === undefined) return true;
    const day = clock.dayOf(time);
    return (from === undefined || day >= from) && (to === undefined || day <= to);
  };
}

/** A day as `2026-01-02`, or a moment in milliseconds. */
function bound(text: string | undefined, flag: string, now: number): string | number | undefined {
  if (text === undefined) return undefined;
  const day = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text.trim());
  const dashed = day ? `${day[1]}-${day[2]}-${day[3]}` : text;
  // Also for a day: it says what is wrong with one that no calendar has.
  const time = parseTime(dashed, flag, now);
  return day ? dashed : time;
}

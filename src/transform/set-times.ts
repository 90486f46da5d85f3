// Keeps timestamps distinct and in the order of the chain, with the leaf newest, changing only those that are not [R1].
import { type JsonObject, stringField } from '../base/json.ts';
import { parseClockTime } from '../base/parse-time.ts';
import type { CutItem, CutSession } from './cut-session.ts';

/** What the times of a part follow, and what they may not reach. */
export interface TimesAround {
  /** The time of the last link before the part. */
  readonly after?: number | undefined;
  /** The leaf's time, as far as it is known; `own` where the part's last link is the leaf. */
  readonly leaf: number | 'own' | undefined;
}

export interface Timed {
  readonly session: CutSession;
  /** The time of the last link; undefined where there is none yet. */
  readonly last: number | undefined;
}

/**
 * Clients to 2.1.100 resume the entry with the newest timestamp, the first of equals: one entry that is out of order, or
 * as late as the leaf, hides the conversation behind it.
 */
export function setTimes(session: CutSession, around: TimesAround = { leaf: 'own' }): Timed {
  let last = around.after;
  const chained = session.items.map((item) => {
    if (item.role !== 'chain') return item;
    const own = timeOf(item.value);
    const isLate = own !== undefined && (last === undefined || own > last);
    const time = isLate ? own : last === undefined ? firstTime(session) : last + 1;
    last = time;
    return own === time ? item : stamp(item, time);
  });
  const most = around.leaf === 'own' ? last : around.leaf;
  const items =
    most === undefined
      ? chained
      : chained.map((item) => {
          const time = besideTime(item);
          return time !== undefined && time >= most ? stamp(item, most - 1) : item;
        });
  return { session: { ...session, items }, last };
}

/** Links without a time before the first that has one get times that lead up to it. */
function firstTime({ items }: CutSession): number {
  const times = items.flatMap(({ role, value }) => (role === 'chain' ? [timeOf(value)] : []));
  const dated = times.findIndex((time) => time !== undefined);
  return dated < 0 ? 0 : (times[dated] as number) - dated;
}

/** The time of an item beside the chain that has a place in the graph. */
export function besideTime(item: CutItem): number | undefined {
  return item.role === 'beside' && item.value.uuid !== undefined ? timeOf(item.value) : undefined;
}

/** Whether links stand in it that have no time, before any that has one. */
export function isUndated(session: CutSession): boolean {
  const first = session.items.find((item) => item.role === 'chain');
  return first !== undefined && timeOf(first.value) === undefined;
}

// A time that no clock has shown counts as none: beyond the last day of the calendar nothing can follow.
function timeOf(value: JsonObject): number | undefined {
  return parseClockTime(stringField(value, 'timestamp'));
}

function stamp(item: CutItem, time: number): CutItem {
  return { ...item, value: { ...item.value, timestamp: new Date(time).toISOString() } };
}

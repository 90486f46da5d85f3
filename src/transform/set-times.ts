// Keeps timestamps distinct and in the order of the chain, with the leaf newest, changing only those that are not [R1].
import { type JsonObject, stringField } from '../base/json.ts';
import type { CutItem, CutSession } from './cut-session.ts';

/**
 * Clients to 2.1.100 resume the entry with the newest timestamp, the first of equals: one entry that is out of order, or
 * as late as the leaf, hides the conversation behind it.
 */
export function setTimes(session: CutSession): CutSession {
  const links = session.items.filter((item) => item.role === 'chain');
  const dated = links.findIndex((item) => timeOf(item.value) !== undefined);
  // Links without a time before the first that has one get times that lead up to it.
  const first = dated < 0 ? 0 : (timeOf((links[dated] as CutItem).value) as number) - dated;
  let last = Number.NEGATIVE_INFINITY;
  const chained = session.items.map((item) => {
    if (item.role !== 'chain') return item;
    const own = timeOf(item.value);
    const time = own === undefined || own <= last ? (Number.isFinite(last) ? last + 1 : first) : own;
    last = time;
    return own === time ? item : stamp(item, time);
  });
  const items = chained.map((item) => {
    const time = item.role === 'beside' && item.value.uuid !== undefined ? timeOf(item.value) : undefined;
    return time !== undefined && time >= last ? stamp(item, last - 1) : item;
  });
  return { ...session, items };
}

function timeOf(value: JsonObject): number | undefined {
  const time = Date.parse(stringField(value, 'timestamp') ?? '');
  return Number.isNaN(time) ? undefined : time;
}

function stamp(item: CutItem, time: number): CutItem {
  return { ...item, value: { ...item.value, timestamp: new Date(time).toISOString() } };
}

// Gives a time to linked entries that have none: clients do not find a conversation in them [R1].
import { parseClockTime } from '../../base/parse-time.ts';
import { timeOf, timestampOf, uuidOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import { type MendChange, type Mended, type MendedLine, presentEntries } from './mended-line.ts';

/** Each a millisecond after the entry before it; those before the first time that is known, before that one. */
export function mendTimes(lines: readonly MendedLine[]): Mended {
  const linked = presentEntries(lines).filter(({ entry }) => uuidOf(entry) !== undefined);
  const known = linked.findIndex(({ entry }) => clockTimeOf(entry) !== undefined);
  const first = linked[known]?.entry;
  let last = first ? (clockTimeOf(first) as number) - known - 1 : 0;
  const mended = [...lines];
  const changes: MendChange[] = [];
  for (const { entry, at } of linked) {
    last = clockTimeOf(entry) ?? last + 1;
    if (timeOf(entry) !== undefined) continue;
    const timestamp = new Date(last).toISOString();
    mended[at] = { ...(lines[at] as MendedLine), value: { ...entry.value, timestamp } };
    const { place } = entry;
    changes.push({
      kind: 'set-time',
      place,
      message: `Line ${place.line} had no time; it has ${timestamp} now.`,
    });
  }
  return { lines: mended, changes };
}

// Others lead beyond every calendar, where there is no time to give.
function clockTimeOf(entry: Entry): number | undefined {
  return parseClockTime(timestampOf(entry));
}

// Puts a prompt before an answer that a resume would begin with: the API takes no conversation that begins so.
import { parseClockTime } from '../../base/parse-time.ts';
import { predictResume } from '../../context/predict-resume.ts';
import { timestampOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import { type Mended, type MendedLine, madeFrom, presentEntries } from './mended-line.ts';

const LOST_BEGINNING = '[The beginning of this conversation was lost.]';

/** `newUuid` names the entry that is added. */
export function mendBeginning(lines: readonly MendedLine[], newUuid: () => string): Mended {
  const present = presentEntries(lines);
  const first = findFirst(present.map(({ entry }) => entry));
  const found = present.find(({ entry }) => entry === first);
  if (!first || !found) return { lines, changes: [] };
  const uuid = newUuid();
  const time = parseClockTime(timestampOf(first));
  const prompt = {
    ...madeFrom(first.value, uuid, first.value.parentUuid ?? null),
    ...(time === undefined ? {} : { timestamp: new Date(time - 1).toISOString() }),
    message: { role: 'user', content: LOST_BEGINNING },
  };
  const one = lines[found.at] as MendedLine;
  return {
    lines: lines.toSpliced(
      found.at,
      1,
      { line: undefined, value: prompt },
      { ...one, value: { ...first.value, parentUuid: uuid } },
    ),
    changes: [
      {
        kind: 'add-prompt',
        place: one.line?.place,
        message: `The conversation began with the answer on line ${first.place.line}; a prompt that says so stands before it now.`,
      },
    ],
  };
}

/** The entry of the answer that the newest client would send first; undefined where it is no answer. */
function findFirst(entries: readonly Entry[]): Entry | undefined {
  const [message] = predictResume(entries, { compare: false }).messages;
  return message?.role === 'assistant' ? message.sources[0]?.entries[0] : undefined;
}

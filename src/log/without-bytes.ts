// Lets go of what readers who only look at values will not ask for: a line's bytes, which take as much room as its values, and whole fields.
import { copyBytes } from '../base/bytes.ts';
import type { Json } from '../base/json.ts';
import type { Line } from './line.ts';
import { isMarked } from './parse-line.ts';

const NO_BYTES: Uint8Array = new Uint8Array(0);

/**
 * A line that could not be read keeps a copy of its own, because there is nothing else to show of it; so does one with a
 * byte order mark, which not every client reads.
 */
export function withoutBytes(line: Line): Line {
  const { place, terminated } = line;
  const raw = line.kind === 'unreadable' || isMarked(line) ? copyBytes(line.raw) : NO_BYTES;
  if (line.kind !== 'entry') return { ...line, raw };
  return { kind: 'entry', place, raw, terminated, value: line.value };
}

/** Empties these fields of an entry that was just parsed, and that nobody else holds: its other fields stay as they are. */
export function emptyFields(line: Line, names: readonly string[]): void {
  if (line.kind !== 'entry') return;
  const value = line.value as Record<string, Json | undefined>;
  for (const name of names) if (value[name] !== undefined) value[name] = undefined;
}

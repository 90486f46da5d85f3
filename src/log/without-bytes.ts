// Lets the bytes of a line go, for readers who only look at values: they take as much room as the text of the values.
import type { Line } from './line.ts';

const NO_BYTES: Uint8Array = new Uint8Array(0);

/** A line that could not be read keeps a copy of its own: there is nothing else to show of it. */
export function withoutBytes(line: Line): Line {
  return { ...line, raw: line.kind === 'unreadable' ? line.raw.slice() : NO_BYTES };
}

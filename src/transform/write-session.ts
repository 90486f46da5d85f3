// Turns a finished session into the bytes of its file: untouched text stays as it was, changed entries are edited in place.
import { ByteSink } from '../base/byte-sink.ts';
import { writeEntry } from '../log/write-line.ts';
import type { CutSession } from './cut-session.ts';

/** How much is gathered before it is passed on: each line by itself would cost more on its way than to be made. */
const CHUNK_BYTES = 1 << 18;

/** Chunks of whole lines; the file ends in a newline [L1]. */
export function* sessionBytes(session: CutSession): Generator<Uint8Array> {
  const sink = new ByteSink(CHUNK_BYTES + (CHUNK_BYTES >> 2));
  for (const { entry, value } of session.items) {
    if (entry) writeEntry(entry, value, sink);
    else sink.text(`${JSON.stringify(value)}\n`);
    if (sink.length >= CHUNK_BYTES) yield sink.take();
  }
  if (sink.length > 0) yield sink.take();
}

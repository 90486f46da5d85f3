// Turns a finished session into the bytes of its file: untouched text stays as it was, changed entries are edited in place.
import { ByteSink } from '../base/byte-sink.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { writeEntry } from '../log/write-line.ts';
import type { CutSession } from './cut-session.ts';
import { type Identity, renameField, renameIds } from './new-identity.ts';

/** How much is gathered before it is passed on: each line by itself would cost more on its way than to be made. */
const CHUNK_BYTES = 1 << 18;

/** Chunks of whole lines; the file ends in a newline [L1]. With an identity, under its ids. */
export function* sessionBytes(session: CutSession, identity?: Identity): Generator<Uint8Array> {
  const rename =
    identity && ((value: Json, key: string, of: JsonObject) => renameField(value, key, of, identity));
  const sink = new ByteSink(CHUNK_BYTES + (CHUNK_BYTES >> 2));
  for (const { entry, value } of session.items) {
    if (entry) writeEntry(entry, value, sink, rename);
    else sink.text(`${JSON.stringify(identity ? renameIds(value, identity) : value)}\n`);
    if (sink.length >= CHUNK_BYTES) yield sink.take();
  }
  if (sink.length > 0) yield sink.take();
}

// Turns a finished session into the bytes of its file: untouched text stays as it was, changed entries are edited in place.
import { ByteSink } from '../base/byte-sink.ts';
import type { JsonObject } from '../base/json.ts';
import type { Entry } from '../log/line.ts';
import { writeEntry } from '../log/write-line.ts';
import type { CutSession } from './cut-session.ts';
import { type Identity, renameField, renameIds } from './new-identity.ts';
import { writeRenamedLine } from './rename-line.ts';

export interface WriteSessionOptions {
  /** Writes everything under its ids. */
  readonly identity?: Identity;
  /** Where chunks are put together, each over the one before; otherwise each is its own. */
  readonly sink?: ByteSink;
}

/** How much is gathered before it is passed on: each line by itself would cost more on its way than to be made. */
export const CHUNK_BYTES: number = 1 << 18;

/** Chunks of whole lines; the file ends in a newline [L1]. */
export function* sessionBytes(
  session: CutSession,
  { identity, sink: shared }: WriteSessionOptions = {},
): Generator<Uint8Array> {
  const sink = shared ?? new ByteSink(2 * CHUNK_BYTES);
  const take = () => (shared ? shared.lend() : sink.take());
  for (const { entry, value } of session.items) {
    if (entry) writeRenamed(entry, value, sink, identity);
    else sink.text(`${JSON.stringify(identity ? renameIds(value, identity) : value)}\n`);
    if (sink.length >= CHUNK_BYTES) yield take();
  }
  if (sink.length > 0) yield take();
}

function writeRenamed(entry: Entry, value: JsonObject, sink: ByteSink, identity: Identity | undefined): void {
  if (!identity) {
    writeEntry(entry, value, sink);
    return;
  }
  const start = sink.length;
  const { renameAt } = identity;
  if (renameAt && writeRenamedLine(entry, value, sink, renameAt)) return;
  sink.cutBack(start);
  writeEntry(entry, value, sink, (field, key, of) => renameField(field, key, of, identity));
}

// Turns lines back into bytes: an untouched line as it was, a changed entry with only its change written in [L3].
import type { ByteSink } from '../base/byte-sink.ts';
import { encodeUtf8 } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { editJson, listEdits, type MapField } from './edit-json.ts';
import type { Entry, Line } from './line.ts';
import { isMarked, lineText } from './parse-line.ts';

const NEWLINE: Uint8Array = new Uint8Array([10]);

/** The bytes of an untouched line, newline included where the file has one. */
export function* lineBytes(line: Line): Generator<Uint8Array> {
  yield line.raw;
  if (line.terminated) yield NEWLINE;
}

/** The JSON text of an entry whose value is now `value`; equal to the original text if nothing differs. */
export function entryText(entry: Entry, value: JsonObject): string {
  return value === entry.value ? lineText(entry) : editJson(lineText(entry), entry.value, value);
}

/** Writes the same as a line of its own, spaces around it gone, a newline behind it [L1]. */
export function writeEntry(entry: Entry, value: JsonObject, sink: ByteSink, mapField?: MapField): void {
  const { raw } = entry;
  const edits =
    value === entry.value && !mapField
      ? []
      : listEdits(isMarked(entry) ? raw.subarray(3) : raw, entry.value, value, mapField);
  const shift = isMarked(entry) ? 3 : 0;
  let copied = shift;
  while (isSpace(raw[copied])) copied++;
  let end = raw.length;
  while (end > copied && isSpace(raw[end - 1])) end--;
  for (const { from, to, by } of edits) {
    sink.copy(raw, copied, from + shift);
    sink.text(by);
    copied = to + shift;
  }
  sink.copy(raw, copied, end);
  sink.copy(NEWLINE, 0, 1);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}

/** The bytes of a changed entry. What clew writes always ends in a newline [L1]. */
export function* changedEntryBytes(entry: Entry, value: JsonObject): Generator<Uint8Array> {
  yield encodeUtf8(entryText(entry, value).trimEnd());
  yield NEWLINE;
}

// Turns lines back into bytes: an untouched line as it was, a changed entry with only its change written in [L3].
import { encodeUtf8 } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { editJson } from './edit-json.ts';
import type { Entry, Line } from './line.ts';
import { lineText } from './parse-line.ts';

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

/** The bytes of a changed entry. What clew writes always ends in a newline [L1]. */
export function* changedEntryBytes(entry: Entry, value: JsonObject): Generator<Uint8Array> {
  yield encodeUtf8(entryText(entry, value).trimEnd());
  yield NEWLINE;
}

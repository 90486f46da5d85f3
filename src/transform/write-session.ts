// Turns a finished session into the bytes of its file: untouched text stays as it was, changed entries are edited in place.
import { encodeUtf8 } from '../base/bytes.ts';
import { entryText } from '../log/write-line.ts';
import type { CutItem, CutSession } from './cut-session.ts';

/** One chunk a line; the file ends in a newline [L1]. */
export function* sessionBytes(session: CutSession): Generator<Uint8Array> {
  for (const item of session.items) yield encodeUtf8(`${itemText(item)}\n`);
}

export function itemText(item: CutItem): string {
  return item.entry ? entryText(item.entry, item.value).trim() : JSON.stringify(item.value);
}

// Turns a finished session into the bytes of its file: untouched text stays as it was, changed entries are edited in place.
import { encodeUtf8 } from '../base/bytes.ts';
import { entryText } from '../log/write-line.ts';
import type { CutItem, CutSession } from './cut-session.ts';

/** Characters to gather before they become bytes: each line by itself would cost more on its way than to be made. */
const CHUNK = 200_000;

/** Chunks of whole lines; the file ends in a newline [L1]. */
export function* sessionBytes(session: CutSession): Generator<Uint8Array> {
  let text = '';
  for (const item of session.items) {
    text += `${itemText(item)}\n`;
    if (text.length < CHUNK) continue;
    yield encodeUtf8(text);
    text = '';
  }
  if (text !== '') yield encodeUtf8(text);
}

export function itemText(item: CutItem): string {
  return item.entry ? entryText(item.entry, item.value).trim() : JSON.stringify(item.value);
}

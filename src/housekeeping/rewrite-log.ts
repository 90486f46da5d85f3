// Rewrites a log line by line as a stream: untouched lines byte for byte, changed ones with only their change [L3].
import { encodeUtf8 } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { openByteSource } from '../disk/read-file.ts';
import { editJson } from '../log/edit-json.ts';
import type { Line } from '../log/line.ts';
import { lineText } from '../log/parse-line.ts';
import { readLog } from '../log/read-log.ts';
import { lineBytes } from '../log/write-line.ts';

/** The new text of a line, or undefined to leave it; null leaves it out. */
export type Rewrite = (line: Line) => string | null | undefined;

const NEWLINE = encodeUtf8('\n');
const BYTE_ORDER_MARK = new Uint8Array([0xef, 0xbb, 0xbf]);

/** `open` reads a part of the source again: a line too long to be held passes through as it is [L2]. */
export async function* rewriteLog(
  open: (range?: { start: number; end: number }) => Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  rewrite: Rewrite,
): AsyncGenerator<Uint8Array> {
  for await (const line of readLog(open())) {
    if (line.kind === 'unreadable' && line.reason === 'too-long') {
      const { offset, length } = line.place;
      yield* open({ start: offset, end: offset + length });
      if (line.terminated) yield NEWLINE;
      continue;
    }
    const text = rewrite(line);
    if (text === undefined) yield* lineBytes(line);
    else if (text !== null) {
      if (line.place.offset === 0 && line.raw[0] === 0xef && line.raw[1] === 0xbb) yield BYTE_ORDER_MARK;
      yield encodeUtf8(text);
      if (line.terminated) yield NEWLINE;
    }
  }
}

export function rewriteFile(file: string, rewrite: Rewrite): AsyncGenerator<Uint8Array> {
  return rewriteLog((range) => openByteSource(file, range), rewrite);
}

/** Entries by their values; the whole objects of a joined line too, in their places [L1]. */
export function rewriteEntries(change: (value: JsonObject) => JsonObject): Rewrite {
  return (line) => {
    if (line.kind === 'entry') {
      const next = change(line.value);
      return next === line.value ? undefined : editJson(lineText(line), line.value, next);
    }
    if (line.kind !== 'unreadable' || line.parts.length === 0) return undefined;
    const text = lineText(line);
    let out = '';
    let at = 0;
    for (const part of line.parts) {
      const start = text.indexOf(part.text, at);
      if (start < 0) continue;
      const next = change(part.value);
      out +=
        text.slice(at, start) + (next === part.value ? part.text : editJson(part.text, part.value, next));
      at = start + part.text.length;
    }
    out += text.slice(at);
    return out === text ? undefined : out;
  };
}

// Streams the lines of a session file from any source of byte chunks, holding no more than one chunk and one line.
import type { Line } from './line.ts';
import { parseLine } from './parse-line.ts';
import { TextSharer } from './share-texts.ts';
import { LineSplitter, type RawLine, type SplitOptions } from './split-lines.ts';
import { emptyFields, withoutBytes } from './without-bytes.ts';

/** Bytes in pieces of any size: a file stream, or an array of buffers. */
export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Reads lines one after another, in memory that does not grow with the file [L2]. */
export async function* readLog(source: ByteSource, options: SplitOptions = {}): AsyncGenerator<Line> {
  const splitter = new LineSplitter(options);
  for await (const chunk of source) {
    for (const raw of splitter.push(chunk)) yield parseLine(raw);
  }
  for (const raw of splitter.end()) yield parseLine(raw);
}

/** All lines at once. Not through `readLog`: an await for each line would take a fifth as long as parsing it. */
export async function collectLog(source: ByteSource, options: CollectOptions = {}): Promise<Line[]> {
  const { bytes = true, without } = options;
  const splitter = new LineSplitter();
  const lines: Line[] = [];
  const sharer = new TextSharer();
  const take = (raws: Iterable<RawLine>) => {
    for (const raw of raws) {
      const line = parseLine(raw);
      if (without) emptyFields(line, without);
      if (line.kind === 'entry') sharer.share(line.value);
      lines.push(bytes ? line : withoutBytes(line));
    }
  };
  for await (const chunk of source) take(splitter.push(chunk));
  take(splitter.end());
  return lines;
}

export interface CollectOptions {
  /** False where nobody will ask for the bytes of entries: half of the memory that lines take. */
  readonly bytes?: boolean;
  /** Fields of entries that nobody will ask for: what is let go at once is not moved about in memory. */
  readonly without?: readonly string[];
}

/** The same for bytes that are already in memory. */
export function parseLog(bytes: Uint8Array): Line[] {
  const splitter = new LineSplitter();
  const lines: Line[] = [];
  for (const raw of splitter.push(bytes)) lines.push(parseLine(raw));
  for (const raw of splitter.end()) lines.push(parseLine(raw));
  return lines;
}

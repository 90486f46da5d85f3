// Streams the lines of a session file from any source of byte chunks, holding no more than one chunk and one line.
import type { Line } from './line.ts';
import { parseLine } from './parse-line.ts';
import { LineSplitter, type SplitOptions } from './split-lines.ts';

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
export async function collectLog(source: ByteSource): Promise<Line[]> {
  const splitter = new LineSplitter();
  const lines: Line[] = [];
  for await (const chunk of source) for (const raw of splitter.push(chunk)) lines.push(parseLine(raw));
  for (const raw of splitter.end()) lines.push(parseLine(raw));
  return lines;
}

/** The same for bytes that are already in memory. */
export function parseLog(bytes: Uint8Array): Line[] {
  const splitter = new LineSplitter();
  const lines: Line[] = [];
  for (const raw of splitter.push(bytes)) lines.push(parseLine(raw));
  for (const raw of splitter.end()) lines.push(parseLine(raw));
  return lines;
}

// Finds the lines of a home's history.jsonl that name a session, streaming: the file grows for years [F3].
import { Refusal } from '../base/refusal.ts';
import { sessionIdOf } from '../log/fields.ts';
import type { Place } from '../log/line.ts';
import { parseLine } from '../log/parse-line.ts';
import { LineSplitter, type RawLine } from '../log/split-lines.ts';
import { type DiskProblem, lookAtFile } from './list-folder.ts';
import { openByteSource } from './read-file.ts';

export interface HistoryLines {
  readonly file: string;
  readonly places: readonly Place[];
}

/** Undefined where there is no such file. */
export async function findHistoryLines(
  file: string,
  sessionId: string,
  problems: DiskProblem[],
): Promise<HistoryLines | undefined> {
  if (!(await lookAtFile(file, problems))) return undefined;
  const needle = Buffer.from(sessionId);
  const places: Place[] = [];
  function take(line: RawLine): void {
    // Most lines are of other sessions: looking for the id's bytes first saves parsing them.
    if (!asBuffer(line.raw).includes(needle)) return;
    const parsed = parseLine(line);
    if (parsed.kind === 'entry' && sessionIdOf(parsed) === sessionId) places.push(line.place);
  }
  try {
    const splitter = new LineSplitter();
    for await (const chunk of openByteSource(file)) for (const line of splitter.push(chunk)) take(line);
    for (const line of splitter.end()) take(line);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problems.push({ rule: 'F3', severity: 'warning', path: file, message: error.message });
  }
  return { file, places };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

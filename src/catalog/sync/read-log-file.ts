// Reads one file for the catalog: only what is new for its texts, all of it for its digest, in one pass where both are wanted from the start.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Line } from '../../log/line.ts';
import { parseLine } from '../../log/parse-line.ts';
import { LineSplitter, type RawLine } from '../../log/split-lines.ts';
import { Digester } from '../digest/digester.ts';
import { hasOnlyGrown, takeFingerprint } from './fingerprint.ts';
import { type ReadAnswer, type ReadJob, START, type TextBatch, type TextMark } from './read-job.ts';
import { TextCollector } from './text-collector.ts';

const CHUNK_BYTES = 1 << 20;
const SMALL_READ = 1 << 12;
/** A batch is written at one go: small enough that a server can answer in between. */
const BATCH_CHARACTERS = 1 << 19;

/** Throws what the file system throws where the file vanished or is closed to us. */
export async function* readLogFile(job: ReadJob): AsyncGenerator<ReadAnswer> {
  const handle = openSync(job.file.path, 'r');
  try {
    let digester = job.digest && new Digester(job.file);
    if (job.texts) {
      const mark = canGoOn(handle, job.texts) ? job.texts : START;
      const fromStart = mark.lines === 0;
      yield* readTexts(handle, job, mark, fromStart ? digester : undefined);
      if (digester && job.digest && fromStart) {
        yield { kind: 'digest', digest: await digester.end(job.digest.agents) };
        digester = undefined;
      }
    }
    if (digester && job.digest) {
      for (const raw of rawLines(handle, 0, 0)) digester.add(parseLine(raw));
      yield { kind: 'digest', digest: await digester.end(job.digest.agents) };
    }
  } finally {
    closeSync(handle);
  }
}

function canGoOn(handle: number, { fingerprint, bytes }: TextMark): boolean {
  if (!fingerprint || fingerprint.offset === 0) return false;
  // Of the same size and yet changed: something in the middle is other than it was.
  if (fstatSync(handle).size === bytes) return false;
  return hasOnlyGrown(handle, fingerprint);
}

function* readTexts(
  handle: number,
  { file }: ReadJob,
  mark: TextMark,
  digester: Digester | undefined,
): Generator<TextBatch> {
  const collector = new TextCollector(mark.state, file.agentId);
  let restart = mark.lines === 0;
  let lines = mark.lines;
  let offset = mark.fingerprint?.offset ?? 0;
  let state = mark.state;
  const batch = (last: boolean): TextBatch => {
    const fingerprint = takeFingerprint(handle, offset);
    const made: TextBatch = {
      kind: 'texts',
      restart,
      docs: collector.take(),
      lines,
      fingerprint,
      state,
      last,
    };
    restart = false;
    return made;
  };
  for (const raw of rawLines(handle, offset, lines)) {
    const line: Line = parseLine(raw);
    digester?.add(line);
    // The last line may still be written to: what it says now is searchable, but it will be read again.
    if (!raw.terminated) {
      state = collector.state();
      collector.add(line);
      yield batch(true);
      return;
    }
    collector.add(line);
    lines = raw.place.line;
    offset = raw.place.offset + raw.place.length + 1;
    if (collector.characters < BATCH_CHARACTERS) continue;
    state = collector.state();
    yield batch(false);
  }
  state = collector.state();
  yield batch(true);
}

function* rawLines(handle: number, start: number, lines: number): Generator<RawLine> {
  const splitter = new LineSplitter({ after: { lines, bytes: start } });
  const { size } = fstatSync(handle);
  let at = start;
  for (;;) {
    // Behind the end that we know of, a line or two may have come.
    const wanted = at < size ? Math.min(CHUNK_BYTES, size - at) : SMALL_READ;
    // Lines are views of the buffer, and their bytes may outlive it.
    const buffer = Buffer.allocUnsafeSlow(wanted);
    const read = readSync(handle, buffer, 0, wanted, at);
    if (read === 0) break;
    at += read;
    yield* splitter.push(read === wanted ? buffer : buffer.subarray(0, read));
  }
  yield* splitter.end();
}

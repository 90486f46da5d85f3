// Where the lines of a clone come from: a session that is held in memory, or a file that is read as often as it takes.
import { stat } from 'node:fs/promises';
import { Refusal } from '../base/refusal.ts';
import { type ByteHash, hashChunks, newHash } from '../disk/byte-hash.ts';
import type { HashThread } from '../disk/hash-thread.ts';
import type { DiskProblem } from '../disk/list-folder.ts';
import { openByteSource } from '../disk/read-file.ts';
import { type Selection, sessionIdOf } from '../disk/select-session.ts';
import { readRefusal } from '../disk/system-error.ts';
import { setForLongRun } from '../disk/v8-settings.ts';
import type { Line } from '../log/line.ts';
import { parseLine } from '../log/parse-line.ts';
import { LineSplitter, type RawLine } from '../log/split-lines.ts';
import type { LineSource } from './clone-parts.ts';
import { isAgentLine, type OpenAgent, type OpenSession, openAgents } from './open-session.ts';

export interface SourceHash {
  readonly bytes: number;
  readonly sha256: string;
}

export interface CloneSource {
  readonly sessionId: string;
  readonly file: string;
  readonly agents: readonly OpenAgent[];
  /** Agents' files that cannot be read: they do not come along. */
  readonly problems: readonly DiskProblem[];
  readonly lines: LineSource;
  readonly bytes: number;
  /** Known once all lines were read. */
  readonly hash: () => SourceHash;
  /** Whether the part of the file that was read is still as it was. */
  readonly isUntouched: () => Promise<boolean>;
  /** For what is about as long as the source. */
  readonly newHash: () => ByteHash;
  /** Ends what `newHash` has begun. */
  readonly close: () => void;
}

/** `sourceLines` are the lines of the file, where the session's own are others. */
export function memorySource(
  open: OpenSession,
  sourceLines: readonly Line[] = open.thread.lines,
): CloneSource {
  const { sessionId, file, agents, problems = [] } = open;
  const hash = hashLines(sourceLines);
  return {
    sessionId,
    file,
    agents,
    problems,
    lines: () => [open.thread.lines],
    bytes: hash.bytes,
    hash: () => hash,
    isUntouched: async () => hash.bytes > MOST_REREAD || (await isSame(file, hash)),
    ...HASHES_HERE,
  };
}

/** To clone so many bytes takes seconds. */
const LONG = 300_000_000;

export async function fileSource(
  selection: Exclude<Selection, { kind: 'agent' }>,
  longBytes: number = LONG,
): Promise<CloneSource> {
  const { file } = selection;
  const before = await stat(file).catch((error: unknown) => {
    throw readRefusal(file, error);
  });
  const isLong = before.size > longBytes;
  if (isLong) setForLongRun();
  const hashes = isLong ? await hashesBeside() : HASHES_HERE;
  let hash: SourceHash | undefined;
  // Every reading ends where the first one did: a client may be writing on.
  const read = async function* (): AsyncGenerator<Uint8Array> {
    const own = hash ? undefined : hashes.newHash();
    let bytes = 0;
    for await (const chunk of ahead(openByteSource(file, { end: hash?.bytes ?? before.size }))) {
      own?.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    if (own) hash = { bytes, sha256: own.digest() };
  };
  const isSession = selection.kind === 'session';
  return {
    sessionId: sessionIdOf(selection) ?? '',
    file,
    ...(isSession ? await openAgents(selection.session) : { agents: [], problems: [] }),
    lines: () => readBatches(read(), !isSession),
    bytes: before.size,
    hash: () => hash ?? { bytes: before.size, sha256: '' },
    isUntouched: async () => {
      const after = await stat(file).catch(() => undefined);
      if (after?.mtimeMs === before.mtimeMs && after.size === before.size && after.ino === before.ino)
        return true;
      return hash !== undefined && isSame(file, hash);
    },
    ...hashes,
  };
}

type Hashes = Pick<CloneSource, 'newHash' | 'close'>;

const HASHES_HERE: Hashes = { newHash, close: () => {} };

/** On a thread of its own, as soon as the first is asked for. */
async function hashesBeside(): Promise<Hashes> {
  // Node 20 cannot run TypeScript: from source, in tests, everything is done in this thread.
  if (import.meta.url.endsWith('.ts')) return HASHES_HERE;
  // Most clones need no thread, and not what Node loads for one.
  const { HashThread: Thread } = await import('../disk/hash-thread.ts');
  let thread: HashThread | undefined;
  return {
    newHash: () => {
      thread ??= new Thread();
      return thread.newHash();
    },
    close: () => thread?.close(),
  };
}

/** Asks for the next chunk before the last one is worked on: the system reads it meanwhile. */
async function* ahead<T>(chunks: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = chunks.next();
  try {
    for (let one = await next; !one.done; one = await next) {
      next = chunks.next();
      // Whoever stops here must not leave a failure behind that nobody hears of.
      next.catch(() => {});
      yield one.value;
    }
  } finally {
    await chunks.return(undefined);
  }
}

/** The lines of each chunk. In a file that lies outside of any home, the lines tell if it is an agent's. */
async function* readBatches(
  chunks: AsyncIterable<Uint8Array>,
  maybeAgent: boolean,
): AsyncGenerator<Iterable<Line>> {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) yield parseLines(splitter.push(chunk), maybeAgent);
  yield parseLines(splitter.end(), maybeAgent);
}

function* parseLines(raws: Iterable<RawLine>, maybeAgent: boolean): Generator<Line> {
  for (const raw of raws) {
    const line = parseLine(raw);
    if (maybeAgent && isAgentLine(line)) throw agentRefusal();
    yield line;
  }
}

export function agentRefusal(): Refusal {
  return new Refusal(
    'is-an-agent',
    'This is the file of a sub-agent: no client resumes one by itself.',
    'Clone the session that it belongs to; its agents come along.',
  );
}

function hashLines(lines: readonly Line[]): SourceHash {
  const hash = newHash();
  let bytes = 0;
  for (const { raw, terminated, place } of lines) {
    hash.update(raw);
    if (terminated) hash.update(NEWLINE);
    bytes = place.offset + place.length + (terminated ? 1 : 0);
  }
  return { bytes, sha256: hash.digest() };
}

const NEWLINE = Uint8Array.of(10);

/** Larger files that nothing is known of but their bytes are not read a second time. */
const MOST_REREAD = 200_000_000;

async function isSame(file: string, source: SourceHash): Promise<boolean> {
  try {
    return (await hashChunks(openByteSource(file, { end: source.bytes }))).sha256 === source.sha256;
  } catch (error) {
    // Gone since it was read: the clone is whole all the same.
    if (error instanceof Refusal) return false;
    throw error;
  }
}

// Chooses the session that was last worked in, by what its lines say: copying a home or touching a file makes no session newer.
import { Refusal } from '../base/refusal.ts';
import { contentBlocks, contentText } from '../log/block.ts';
import {
  isCompactSummary,
  isMeta,
  isSidechain,
  messageOf,
  modelOf,
  SYNTHETIC,
  timeOf,
} from '../log/fields.ts';
import type { Entry, Line } from '../log/line.ts';
import { parseLine } from '../log/parse-line.ts';
import { LineSplitter, type RawLine } from '../log/split-lines.ts';
import { mapLimited } from './list-folder.ts';
import type { SessionFile } from './list-project.ts';
import { readLogFile, readRange } from './read-file.ts';

/** A file that was last written to this long before the newest one is not opened. */
const WINDOW_MS = 7 * 86_400_000;

/** The first of `clew ls`: the newest by its last line that has a time, of those that hold a conversation. */
export async function selectLatest(sessions: readonly SessionFile[]): Promise<SessionFile | undefined> {
  const newest = sessions.reduce((latest, { modified }) => Math.max(latest, modified), 0);
  const recent = sessions.filter(({ modified }) => modified >= newest - WINDOW_MS);
  const timed = await mapLimited(recent, async (session) => ({
    session,
    time: (await unlessGone(readLastTime(session.file, session.bytes))) ?? session.modified,
  }));
  timed.sort((a, b) => b.time - a.time || (a.session.file < b.session.file ? -1 : 1));
  for (const { session } of timed) if (await unlessGone(holdsConversation(session.file))) return session;
  return timed[0]?.session;
}

const TAIL_BYTES = 1 << 15;

/**
 * The time of the last line that has one, in milliseconds, before `bytes` and not before `from`, where a line begins. Reads no
 * more of that end than it must, and parses fewer still.
 */
export async function readLastTime(file: string, bytes: number, from = 0): Promise<number | undefined> {
  for (let size = TAIL_BYTES; ; size *= 8) {
    const start = Math.max(from, bytes - size);
    const splitter = new LineSplitter();
    const lines = [...splitter.push(readRange(file, start, bytes)), ...splitter.end()];
    // The first line of a tail is most likely the end of one: it must not be read as a whole.
    const first = start === from ? 0 : 1;
    for (let at = lines.length - 1; at >= first; at--) {
      const line = parseLine(lines[at] as RawLine);
      if (hasTime(line)) return timeOf(line);
    }
    if (start === from) return undefined;
  }
}

/** Whether the line is an entry with a time that can be read. */
export function hasTime(line: Line): line is Entry {
  return line.kind === 'entry' && timeOf(line) !== undefined;
}

async function holdsConversation(file: string): Promise<boolean> {
  for await (const line of readLogFile(file, { chunkBytes: 1 << 16 })) {
    if (line.kind === 'entry' && isSpoken(line)) return true;
  }
  return false;
}

// What a turn is in full is the session layer's matter; to open one, a word of a person or a model is enough.
function isSpoken(entry: Entry): boolean {
  if (isSidechain(entry)) return false;
  if (entry.value.type === 'assistant') return modelOf(entry) !== SYNTHETIC;
  if (entry.value.type !== 'user' || isMeta(entry) || isCompactSummary(entry)) return false;
  const content = messageOf(entry)?.content;
  const blocks = contentBlocks(content);
  if (blocks.some((block) => block.type === 'tool_result')) return false;
  const text = contentText(content).trim();
  return text === ''
    ? blocks.some(({ type }) => type === 'image' || type === 'document')
    : !CLIENT_WORDS.test(text);
}

const CLIENT_WORDS =
  /^(?:<(?:command-|local-command-|bash-std|(?:task|bash|agent)-notification|ci-monitor-event|teammate-message|system-reminder)|Caveat: |\[Request interrupted)/;

async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    // Vanished, or closed to us: there is nothing to choose it by.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

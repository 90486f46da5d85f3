// The first or last rows of a very long session, from that end of its file alone, while the whole is still being read.
import { openByteSource } from '../../disk/read-file.ts';
import type { Line } from '../../log/line.ts';
import { parseLine } from '../../log/parse-line.ts';
import { LineSplitter } from '../../log/split-lines.ts';
import { openTranscript } from '../../render/transcript.ts';
import { toWebRow } from '../../render/web/to-web-row.ts';
import { WebThread } from '../../render/web/web-thread.ts';
import { buildThread } from '../../session/session.ts';
import type { RowsAnswer, RowsQuery } from '../api.ts';
import type { StoredSession } from '../store/session-store.ts';

/** Mostly enough for what is seen first; where lines are long, more is read. */
const HEAD_BYTES: readonly number[] = [120_000, 1_500_000];
/** Rows that are enough to begin with: more than a screen. */
const ENOUGH_ROWS = 40;
/** The last rows may be half of what they are: a call whose result comes later. */
const SPARE_ROWS = 12;
const TAIL_BYTES = 3_000_000;
const NEWLINE = 10;

/** What was read of one end of one file. */
interface ReadEnd {
  readonly mark: string;
  readonly web: WebThread;
}

interface ReadHead extends ReadEnd {
  /** How much of the file: the whole of it may hold more. */
  readonly bytes: number;
}

/** Holds what it read last, because who waits for the whole asks again and again. */
export class QuickRows {
  #head: ReadHead | undefined;
  #tail: ReadEnd | undefined;

  /** Undefined where the page that is asked for is at neither end. At first, some rows at once are preferred to all that were asked for. */
  async read(stored: StoredSession, query: RowsQuery): Promise<RowsAnswer | undefined> {
    const { turn, uuid, branch, agent, from = 0 } = query;
    if (turn !== undefined || uuid !== undefined || branch !== undefined || agent !== undefined)
      return undefined;
    if (query.line !== undefined || from > 100) return undefined;
    const atEnd = from < 0;
    const count = Math.min(500, Math.max(1, query.count ?? 100));
    const web = atEnd ? await this.#readTail(stored) : await this.#readHead(stored, from, count);
    const start = atEnd ? Math.max(1, web.total + from) : from;
    const sure = atEnd || web.total < ENOUGH_ROWS ? web.total : web.total - SPARE_ROWS;
    const rows = web
      .rows(start, Math.max(0, Math.min(count, sure - start)))
      .map((row) =>
        toWebRow(
          row.row,
          { id: row.id, index: row.index, turn: atEnd ? 0 : (row.turn?.number ?? 0) },
          { most: query.most ?? 4000 },
        ),
      );
    return { from: start, total: 0, rows, provisional: true };
  }

  async #readHead(stored: StoredSession, from: number, count: number): Promise<WebThread> {
    const mark = markOf(stored);
    const known = this.#head?.mark === mark ? this.#head : undefined;
    const wanted = from + (known ? count : Math.min(count, ENOUGH_ROWS)) + SPARE_ROWS;
    let head = known;
    for (const bytes of HEAD_BYTES) {
      if (head && (bytes <= head.bytes || head.web.total > wanted)) continue;
      head = { mark, bytes, web: openRows(stored, await readLines(stored.session.file, bytes)) };
    }
    this.#head = head;
    return (head as ReadHead).web;
  }

  async #readTail(stored: StoredSession): Promise<WebThread> {
    const mark = markOf(stored);
    if (this.#tail?.mark !== mark) {
      const web = openRows(stored, await readLastLines(stored.session.file, stored.session.bytes));
      this.#tail = { mark, web };
    }
    return this.#tail.web;
  }
}

function markOf({ session }: StoredSession): string {
  return `${session.file} ${session.bytes} ${session.modified}`;
}

function openRows({ session, line }: StoredSession, lines: readonly Line[]): WebThread {
  const source = { sessionId: session.sessionId, title: line.title, thread: buildThread(lines), agents: [] };
  return new WebThread(openTranscript(source, { agents: 'reference' }));
}

async function readLines(file: string, end: number): Promise<Line[]> {
  const splitter = new LineSplitter();
  const lines: Line[] = [];
  for await (const chunk of openByteSource(file, { end })) {
    for (const raw of splitter.push(chunk)) lines.push(parseLine(raw));
  }
  return lines;
}

// Lines are named by their numbers: those before the tail are counted, which is much quicker than reading them.
async function readLastLines(file: string, bytes: number): Promise<Line[]> {
  const start = Math.max(0, bytes - TAIL_BYTES);
  let [before, offset, from] = [0, 0, 0];
  for await (const chunk of openByteSource(file, { start: 0, end: start })) {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      before++;
      from = offset + at + 1;
    }
    offset += chunk.length;
  }
  const splitter = new LineSplitter({ after: { lines: before, bytes: from } });
  const lines: Line[] = [];
  for await (const chunk of openByteSource(file, { start: from, end: bytes })) {
    for (const raw of splitter.push(chunk)) lines.push(parseLine(raw));
  }
  for (const raw of splitter.end()) lines.push(parseLine(raw));
  return lines;
}

// A session that a page carries in itself, as an exported HTML file does: the same answers without a server.
import { Refusal } from '../../base/refusal.ts';
import type { FindAnswer, FindHit, SessionHead, ThreadQuery, TurnsAnswer, WebRow } from '../../server/api.ts';
import type { SessionSource } from './session-source.ts';

export interface EmbeddedThread {
  /** Number of the branch; absent for an agent's thread. */
  readonly branch?: number;
  readonly agent?: string;
  readonly turns: TurnsAnswer;
  /** All rows with nothing cut; pictures with a `data:` address. */
  readonly rows: readonly WebRow[];
}

export interface EmbeddedSession {
  readonly head: SessionHead;
  /** The first is the one that is shown without asking for another. */
  readonly threads: readonly EmbeddedThread[];
}

const PAGE = 200;

export function embeddedSource({ head, threads }: EmbeddedSession): SessionSource {
  const threadOf = (query: ThreadQuery): EmbeddedThread => {
    const found = query.agent
      ? threads.find((thread) => thread.agent === query.agent)
      : threads.find((thread) => !thread.agent && (!query.branch || String(thread.branch) === query.branch));
    if (found) return found;
    throw new Refusal('not-exported', 'This part of the session is not in the exported page.');
  };
  return {
    key: head.key,
    head: async () => head,
    turns: async (query) => threadOf(query).turns,
    rows: async (query) => {
      const { rows } = threadOf(query);
      const found = rows.findIndex(
        (row) =>
          (query.uuid !== undefined && row.uuid === query.uuid) ||
          (query.line !== undefined && row.place?.line === query.line),
      );
      const from = startOf(query.from, found, rows.length);
      const page = rows.slice(from, from + (query.count ?? PAGE));
      return { from, total: rows.length, rows: page, ...(found < 0 ? {} : { found }) };
    },
    text: async (row, query) => {
      const text = textAt(
        threadOf(query).rows.find((one) => one.id === row),
        query.path,
      );
      const offset = query.offset ?? 0;
      return { text: text.slice(offset, query.length && offset + query.length), offset, length: text.length };
    },
    find: async (query) => findRows(threadOf(query).rows, query.q, query.limit ?? 500),
    entry: undefined,
    watch: undefined,
  };
}

function startOf(from: number | undefined, found: number, total: number): number {
  if (from !== undefined) return from < 0 ? Math.max(0, total + from) : from;
  return found < 0 ? 0 : Math.max(0, found - PAGE / 4);
}

function textAt(row: WebRow | undefined, path: string): string {
  let value: unknown = row;
  for (const part of path.split('.')) {
    value =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  }
  if (Array.isArray(value)) return JSON.stringify(value);
  return typeof value === 'string' ? value : '';
}

const AROUND = 40;

function findRows(rows: readonly WebRow[], words: string, limit: number): FindAnswer {
  const wanted = words.toLowerCase();
  const hits: FindHit[] = [];
  for (const row of rows) {
    if (hits.length >= limit) return { total: hits.length, complete: false, hits };
    for (const [path, text] of textsOf(row)) {
      const at = text.toLowerCase().indexOf(wanted);
      if (at < 0) continue;
      const start = Math.max(0, at - AROUND);
      const snippet = text.slice(start, at + wanted.length + AROUND);
      const line = row.place ? { line: row.place.line } : {};
      hits.push({
        row: row.index,
        id: row.id,
        turn: row.turn,
        kind: row.kind,
        path,
        snippet,
        marks: [[at - start, at - start + wanted.length]],
        ...line,
      });
    }
  }
  return { total: hits.length, complete: true, hits };
}

function textsOf(row: WebRow): readonly (readonly [string, string])[] {
  switch (row.kind) {
    case 'prompt':
    case 'thinking':
    case 'text':
    case 'unreadable':
      return [['text', row.text]];
    case 'notice':
      return [['text', `${row.label} ${row.text ?? ''}`]];
    case 'compaction':
      return [['summary', row.summary ?? '']];
    case 'tool':
      return [
        ['summary', row.summary],
        ['resultText', row.resultText],
      ];
    default:
      return [];
  }
}

// The session that an exported page carries in packs: each is unpacked when its rows are looked at, and let go again.
import { Refusal } from '../../base/refusal.ts';
import { cutTexts, valueAt } from '../../render/web/cut-texts.ts';
import {
  PACKED_ROWS,
  type PackedRows,
  type PackedSession,
  type PackedThread,
} from '../../render/web/packed-page.ts';
import type {
  FindHit,
  RowsAnswer,
  RowsQuery,
  SessionHead,
  ThreadQuery,
  TurnsAnswer,
  WebImage,
  WebRow,
} from '../../server/api.ts';

import type { SessionSource } from '../data/session-source.ts';
import { findInRow } from './find-in-rows.ts';

export type ExportedSession = PackedSession<SessionHead, TurnsAnswer>;
type Thread = PackedThread<TurnsAnswer>;

/** Characters of a text that a row shows before more is asked for; as the server has it. */
const MOST_TEXT = 4000;
const KEPT_PACKS = 12;
const MOST_HITS = 2000;

/** `unpack` gives the value of a part of the page by its id. */
export function packedSource(
  session: ExportedSession,
  unpack: (id: string) => Promise<unknown>,
): SessionSource {
  const kept = new Map<number, Promise<PackedRows>>();
  const packOf = (thread: Thread, pack: number): Promise<PackedRows> => {
    const number = thread.firstPack + pack;
    const known = kept.get(number) ?? (unpack(`clew-rows-${number}`) as Promise<PackedRows>);
    kept.delete(number);
    kept.set(number, known);
    if (kept.size > KEPT_PACKS) kept.delete(kept.keys().next().value as number);
    return known;
  };
  const threadOf = ({ agent }: ThreadQuery): Thread => {
    const found = session.threads.find((thread) => thread.agent === agent);
    if (found) return found;
    throw new Refusal('not-exported', 'This part of the session is not in the exported page.');
  };
  const rowsOf = async (thread: Thread, from: number, count: number): Promise<WebRow[]> => {
    const end = Math.min(thread.rows, from + count);
    const rows: WebRow[] = [];
    for (let at = from; at < end; at = (Math.floor(at / PACKED_ROWS) + 1) * PACKED_ROWS) {
      const pack = Math.floor(at / PACKED_ROWS);
      const { rows: packed, pictures } = await packOf(thread, pack);
      const start = pack * PACKED_ROWS;
      for (let i = at - start; i < packed.length && start + i < end; i++)
        rows.push(shortRow(packed[i] as WebRow, pictures[i]));
    }
    return rows;
  };
  const packsOf = (thread: Thread): number => Math.ceil(thread.rows / PACKED_ROWS);
  const findUuid = async (thread: Thread, uuid: string): Promise<number> => {
    for (let pack = 0; pack < packsOf(thread); pack++) {
      const at = (await packOf(thread, pack)).rows.findIndex((row) => row.uuid === uuid);
      if (at >= 0) return pack * PACKED_ROWS + at;
    }
    return -1;
  };
  return {
    key: session.head.key,
    head: async () => session.head,
    turns: async (query) => threadOf(query).turns,
    rows: async (query) => {
      const thread = threadOf(query);
      let found = query.line === undefined ? -1 : thread.lines.indexOf(query.line);
      if (query.uuid !== undefined) found = await findUuid(thread, query.uuid);
      const from = startOf(query, found, thread.rows);
      const rows = await rowsOf(thread, from, query.count ?? PACKED_ROWS);
      const answer: RowsAnswer = { from, total: thread.rows, rows };
      return found < 0 ? answer : { ...answer, found };
    },
    text: async (id, query) => {
      const thread = threadOf(query);
      const line = Number(/^(\d+)\./.exec(id)?.[1] ?? 0);
      const first = Math.max(0, thread.lines.indexOf(line));
      let row: WebRow | undefined;
      for (let pack = Math.floor(first / PACKED_ROWS); !row && pack < packsOf(thread); pack++)
        row = (await packOf(thread, pack)).rows.find((one) => one.id === id);
      const value = valueAt(row, query.path);
      const text = Array.isArray(value) ? JSON.stringify(value) : typeof value === 'string' ? value : '';
      const offset = query.offset ?? 0;
      return { text: text.slice(offset, query.length && offset + query.length), offset, length: text.length };
    },
    find: async (query) => {
      const thread = threadOf(query);
      const hits: FindHit[] = [];
      const limit = query.limit ?? MOST_HITS;
      for (let pack = 0; pack < packsOf(thread); pack++) {
        for (const row of (await packOf(thread, pack)).rows) hits.push(...findInRow(row, query.q));
        if (hits.length >= limit) return { total: limit, complete: false, hits: hits.slice(0, limit) };
      }
      return { total: hits.length, complete: true, hits };
    },
    entry: undefined,
    watch: undefined,
  };
}

function startOf({ from, count = PACKED_ROWS }: RowsQuery, found: number, total: number): number {
  if (from !== undefined) return from < 0 ? Math.max(0, total + from) : from;
  return found < 0 ? 0 : Math.max(0, found - Math.floor(count / 4));
}

// Texts are cut first: the address of a picture is long, and must stay whole.
function shortRow(row: WebRow, pictures: readonly string[] | undefined): WebRow {
  const { value, cut } = cutTexts(row, MOST_TEXT);
  const short = cut.length === 0 ? value : { ...value, cut };
  if (!pictures) return short;
  const withSrc = (image: WebImage, n: number): WebImage =>
    pictures[n] ? { ...image, src: pictures[n] } : image;
  if (short.kind === 'image') return { ...short, image: withSrc(short.image, 0) };
  return short.kind === 'tool' ? { ...short, images: short.images.map(withSrc) } : short;
}

// Finds the newest of all texts that fit, and counts them, without a look at each: the index gives their numbers, and blocks of numbers tell file and time.
import { saidThatFits } from '../said.ts';
import { BLOCK_DOCS } from '../schema.ts';
import type { Database } from '../sqlite/driver.ts';
import { prepared } from '../sqlite/prepared.ts';
import type { ParsedQuery } from './parse-query.ts';
import { filterByFile, filterByName, type SearchFilter } from './search-filter.ts';

export interface MatchCount {
  readonly total: number;
  readonly sessions: number;
}

export interface FoundPage extends MatchCount {
  /** Numbers of texts, the newest first. */
  readonly ids: readonly number[];
}

/** The hits in one block: texts of one file that were read one after another. See `SCHEMA` for the times. */
interface BlockHits {
  readonly fileId: number;
  readonly oldest: number | null;
  readonly newest: number;
  readonly lag: number;
  ids: readonly number[];
}

type Timed = readonly [id: number, time: number, fileId: number];

/** `take` are the places on the page: from the first to before the second. */
export function findPage(
  database: Database,
  query: ParsedQuery,
  filter: SearchFilter,
  take: readonly [from: number, to: number],
): FoundPage {
  const blocks = readBlocks(database, groupByBlock(matchIds(database, query, filter)), filter);
  dropByTime(database, blocks, filter);
  const total = blocks.reduce((sum, { ids }) => sum + ids.length, 0);
  const files = new Set(blocks.flatMap(({ ids, fileId }) => (ids.length > 0 ? [fileId] : [])));
  return { total, sessions: countSessions(database, files), ids: newestOf(database, blocks, take) };
}

// As one text: a common word fits a hundred thousand texts. Joined by commas they take a third less time than as JSON, and
// in the order in which the index gives them less than sorted by it once more.
function matchIds(database: Database, { match }: ParsedQuery, filter: SearchFilter): number[] {
  const names = filterByName(database, filter);
  // The index alone knows the numbers; the table is looked at only where a filter asks for what it says.
  const from = names
    ? `doc_text join doc on doc.id = doc_text.rowid where doc_text match ? and ${names.sql}`
    : 'doc_text where doc_text match ?';
  const row = prepared(database, `select group_concat(doc_text.rowid) as ids from ${from}`).get(
    match,
    ...(names?.values ?? []),
  );
  return JSON.parse(`[${row?.ids ?? ''}]`) as number[];
}

/** The index gives them in order: those of a block stand together. Should it ever not, they are put in order. */
export function groupByBlock(ids: readonly number[]): Map<number, readonly number[]> {
  const blocks = new Map<number, readonly number[]>();
  let last = -1;
  for (let start = 0; start < ids.length; ) {
    const block = Math.floor((ids[start] as number) / BLOCK_DOCS);
    if (block <= last) return groupByBlock(ids.toSorted((a, b) => a - b));
    last = block;
    let end = start + 1;
    while (isNext(ids, end, (block + 1) * BLOCK_DOCS)) end++;
    blocks.set(block, ids.slice(start, end));
    start = end;
  }
  return blocks;
}

function isNext(ids: readonly number[], at: number, limit: number): boolean {
  const id = ids[at] ?? limit;
  return id < limit && id > (ids[at - 1] as number);
}

function readBlocks(
  database: Database,
  hits: ReadonlyMap<number, readonly number[]>,
  filter: SearchFilter,
): BlockHits[] {
  const files = filterByFile(database, filter);
  const fitting = saidThatFits(filter);
  const row = prepared(
    database,
    `select json_array(json_group_array(id), json_group_array(file_id), json_group_array(oldest),
       json_group_array(newest), json_group_array(lag)) as columns, ${fitting ? 'group_concat(said)' : 'null'} as said
     from block where id in (select value from json_each(?))
     ${files ? `and file_id in (select file.id from file where ${files.sql})` : ''}`,
  ).get(JSON.stringify([...hits.keys()]), ...(files?.values ?? []));
  const [ids, fileIds, oldest, newest, lags] = JSON.parse(String(row?.columns)) as [
    ...[ids: number[], fileIds: number[]],
    ...[oldest: (number | null)[], newest: (number | null)[], lags: number[]],
  ];
  const said = String(row?.said ?? '').split(',');
  return ids.map((id, i) => ({
    fileId: fileIds[i] as number,
    oldest: oldest[i] ?? null,
    newest: newest[i] ?? Number.NEGATIVE_INFINITY,
    lag: lags[i] as number,
    ids: fitting ? keepSaid(hits.get(id) ?? [], said[i] as string, fitting) : (hits.get(id) ?? []),
  }));
}

function keepSaid(ids: readonly number[], said: string, fitting: ReadonlySet<string>): readonly number[] {
  return ids.filter((id) => fitting.has(said[id % BLOCK_DOCS] as string));
}

/** Most blocks lie on one side of a time; texts are asked for theirs in the few that lie on both. */
function dropByTime(database: Database, blocks: readonly BlockHits[], { since, until }: SearchFilter): void {
  if (since === undefined && until === undefined) return;
  const [from, to] = [since ?? Number.NEGATIVE_INFINITY, until ?? Number.POSITIVE_INFINITY];
  const mixed: BlockHits[] = [];
  for (const block of blocks) {
    const { oldest, newest } = block;
    if (newest < from || (oldest !== null && oldest >= to)) block.ids = [];
    else if (oldest === null || oldest < from || newest >= to) mixed.push(block);
  }
  const times = readTimes(
    database,
    mixed.flatMap(({ ids }) => ids),
  );
  for (const block of mixed) {
    block.ids = block.ids.filter((id) => {
      const time = times.get(id) ?? Number.NEGATIVE_INFINITY;
      return time !== Number.NEGATIVE_INFINITY && time >= from && time < to;
    });
  }
}

function countSessions(database: Database, files: ReadonlySet<number>): number {
  if (files.size === 0) return 0;
  const row = prepared(
    database,
    `select count(distinct coalesce(session_id, path)) as sessions from file
     where id in (select value from json_each(?))`,
  ).get(JSON.stringify([...files]));
  return Number(row?.sessions ?? 0);
}

/** The hits of a block that were not looked at yet: the first `left` of them, none newer than `newest`; `look` at so many. */
interface Rest {
  readonly block: BlockHits;
  left: number;
  newest: number;
  look: number;
}

// From the ends of the newest blocks on, more blocks each time, and more of a block that is looked at again, until what is
// left is older than the page.
function newestOf(
  database: Database,
  blocks: readonly BlockHits[],
  [from, to]: readonly [from: number, to: number],
): number[] {
  const rests = blocks.map(
    (block): Rest => ({
      block,
      left: block.ids.length,
      newest: block.newest,
      look: FIRST_LOOK,
    }),
  );
  let found: Timed[] = [];
  for (let some = FIRST_BLOCKS; to > from; some *= 2) {
    const enough = found[to - 1]?.[1] ?? Number.NEGATIVE_INFINITY;
    const open = rests
      .filter(({ left, newest }) => left > 0 && newest >= enough)
      .sort((a, b) => b.newest - a.newest)
      .slice(0, some);
    if (open.length === 0) break;
    const looks = open.map(({ block, left, look }) => block.ids.slice(Math.max(0, left - look), left));
    const times = readTimes(database, looks.flat());
    for (const [i, rest] of open.entries()) {
      const look = looks[i] as number[];
      rest.left -= look.length;
      rest.look *= 2;
      const first = times.get(look[0] as number) ?? Number.NEGATIVE_INFINITY;
      if (first !== Number.NEGATIVE_INFINITY) rest.newest = Math.min(rest.newest, first + rest.block.lag);
      for (const id of look) found.push([id, times.get(id) ?? Number.NEGATIVE_INFINITY, rest.block.fileId]);
    }
    found = found.sort(compareNewest).slice(0, to);
  }
  return found.slice(from).map(([id]) => id);
}

/** So many blocks, and so many hits of each, are looked at first. */
const FIRST_BLOCKS = 16;
const FIRST_LOOK = 4;

function compareNewest(a: Timed, b: Timed): number {
  if (a[1] !== b[1]) return a[1] < b[1] ? 1 : -1;
  return a[2] - b[2] || b[0] - a[0];
}

function readTimes(database: Database, asked: readonly number[]): ReadonlyMap<number, number> {
  if (asked.length === 0) return new Map();
  const row = prepared(
    database,
    `select json_array(json_group_array(id), json_group_array(time)) as columns
     from doc where id in (select value from json_each(?))`,
  ).get(JSON.stringify(asked));
  const [ids, times] = JSON.parse(String(row?.columns)) as [ids: number[], times: (number | null)[]];
  return new Map(ids.map((id, i) => [id, times[i] ?? Number.NEGATIVE_INFINITY]));
}

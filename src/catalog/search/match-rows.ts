// Asks the index which texts fit a query: lean rows, without what they say, in the order in which they are shown.
import { TEXT_KINDS, TEXT_ROLES, type TextKind, type TextRole } from '../extract-texts.ts';
import type { Database, SqlValue } from '../sqlite/driver.ts';
import { prepared } from '../sqlite/prepared.ts';
import { findPage, type MatchCount } from './find-page.ts';
import type { ParsedQuery } from './parse-query.ts';
import { filterRows, type SearchFilter } from './search-filter.ts';

export interface MatchedRow {
  readonly id: number;
  readonly file: string;
  readonly sessionId: string | undefined;
  /** Set where the text is an agent's. */
  readonly agent: string | undefined;
  /** Whether the file is the agent's own: inside a main file, agents have no names. */
  readonly ownFile: boolean;
  readonly gone: boolean;
  readonly line: number;
  readonly part: number;
  readonly offset: number;
  readonly length: number;
  readonly kind: TextKind;
  readonly role: TextRole;
  readonly tool: string | undefined;
  readonly model: string | undefined;
  readonly branch: string | undefined;
  readonly time: number | undefined;
  /** The higher the better; 0 where the order is by time: to score a page of a common word would take a look at all it fits. */
  readonly score: number;
}

export type SearchOrder = 'newest' | 'ranked';

/** Which texts, in which order, and how many. */
export interface MatchOptions extends SearchFilter {
  readonly order?: SearchOrder;
  readonly offset?: number | undefined;
  readonly most?: number | undefined;
}

export interface MatchedPage extends MatchCount {
  readonly rows: readonly MatchedRow[];
}

/** One page of all that fits, and how much that is. */
export function matchPage(database: Database, query: ParsedQuery, options: MatchOptions): MatchedPage {
  const { order, offset = 0, most = Number.POSITIVE_INFINITY } = options;
  // To rank all that fit takes longer than to find them, but there is no way around it where the best are asked for.
  const ranked = order === 'ranked';
  const { ids, ...count } = findPage(database, query, options, ranked ? [0, 0] : [offset, offset + most]);
  return { ...count, rows: ranked ? matchRows(database, query, options) : rowsOf(database, ids) };
}

function rowsOf(database: Database, ids: readonly number[]): MatchedRow[] {
  return readRows(
    database,
    `select ${COLUMNS}, 0 as score from doc join file on file.id = doc.file_id
     where doc.id in (select value from json_each(?))`,
    [JSON.stringify(ids)],
  ).sort(compareNewest);
}

/** The same of rows that are all there. */
export function countMatched(rows: readonly Pick<MatchedRow, 'sessionId' | 'file'>[]): MatchCount {
  return { total: rows.length, sessions: new Set(rows.map((row) => row.sessionId ?? row.file)).size };
}

/** The newest first; of the same time, as they stand in the files, from the end. */
export function compareNewest(a: MatchedRow, b: MatchedRow): number {
  const [at, other] = [a.time ?? Number.NEGATIVE_INFINITY, b.time ?? Number.NEGATIVE_INFINITY];
  if (at !== other) return at < other ? 1 : -1;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return b.line - a.line || b.part - a.part;
}

/** All rows that fit, or a page of them, without counting the rest. */
export function matchRows(database: Database, query: ParsedQuery, options: MatchOptions): MatchedRow[] {
  const { order = 'newest', offset = 0, most } = options;
  const { sql, values } = filterRows(database, options);
  const ranked = order === 'ranked';
  return readRows(
    database,
    `select ${COLUMNS}, ${ranked ? '-doc_text.rank' : '0'} as score
     from doc_text join doc on doc.id = doc_text.rowid join file on file.id = doc.file_id
     where doc_text match ? and ${sql}
     order by ${ranked ? 'doc_text.rank, doc.time desc' : 'doc.time desc'}, file.path, doc.line desc, doc.part desc
     limit ? offset ?`,
    [query.match, ...values, most ?? -1, offset],
  );
}

const COLUMNS = `doc.id, file.path, file.session_id, doc.agent, file.agent_id, file.gone is not null as gone, doc.line,
  doc.part, doc.offset as place, doc.length, doc.kind, doc.role, doc.tool, doc.model, doc.branch, doc.time`;

type Text = string | null;
type Name = number | null;

// As one JSON text: a common word fits tens of thousands of rows.
function readRows(database: Database, select: string, values: readonly SqlValue[]): MatchedRow[] {
  const row = prepared(
    database,
    `select json_group_array(json_array(id, path, session_id, agent, agent_id, gone, line, part, place, length,
       kind, role, tool, model, branch, time, score)) as rows from (${select})`,
  ).get(...values);
  const rows = JSON.parse(String(row?.rows ?? '[]')) as [
    ...[id: number, file: string, sessionId: Text, agent: Name, agentId: Text, gone: number],
    ...[line: number, part: number, place: number, length: number, kind: number, role: number],
    ...[tool: Name, model: Name, branch: Name, time: number | null, score: number],
  ][];
  const used = new Set(rows.flatMap((one) => [one[3], one[12], one[13], one[14]]));
  const names = readNames(database, used);
  const name = (id: Name) => (id === null ? undefined : names.get(id));
  return rows.map((one) => ({
    id: one[0],
    file: one[1],
    sessionId: one[2] ?? undefined,
    agent: name(one[3]),
    ownFile: one[4] !== null,
    gone: one[5] === 1,
    line: one[6],
    part: one[7],
    offset: one[8],
    length: one[9],
    kind: TEXT_KINDS[one[10]] as TextKind,
    role: TEXT_ROLES[one[11]] as TextRole,
    tool: name(one[12]),
    model: name(one[13]),
    branch: name(one[14]),
    time: one[15] ?? undefined,
    score: one[16],
  }));
}

/** Only those that are needed: every agent there ever was has a name. */
function readNames(database: Database, used: ReadonlySet<Name>): ReadonlyMap<number, string> {
  const ids = [...used].filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const found = prepared(
    database,
    'select id, text from name where id in (select value from json_each(?))',
  ).all(JSON.stringify(ids));
  return new Map(found.map((one) => [Number(one.id), String(one.text)]));
}

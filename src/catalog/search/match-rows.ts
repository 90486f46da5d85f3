// Asks the index which texts fit a query: lean rows, without what they say, in the order in which they are shown.
import { TEXT_KINDS, TEXT_ROLES, type TextKind, type TextRole } from '../extract-texts.ts';
import type { Database } from '../sqlite/driver.ts';
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
  /** The higher the better; 0 where the order is by time and nobody asked. */
  readonly score: number;
}

export type SearchOrder = 'newest' | 'ranked';

export interface MatchOptions extends SearchFilter {
  readonly order?: SearchOrder;
  readonly offset?: number | undefined;
  readonly most?: number | undefined;
}

const FROM = `from doc_text join doc on doc.id = doc_text.rowid join file on file.id = doc.file_id`;

export interface MatchCount {
  readonly total: number;
  readonly sessions: number;
}

export function countRows(database: Database, query: ParsedQuery, filter: SearchFilter): MatchCount {
  const { sql, values } = filterRows(database, filter);
  const row = database
    .prepare(
      `select count(*) as total, count(distinct coalesce(file.session_id, file.path)) as sessions
       ${FROM} where doc_text match ? and ${sql}`,
    )
    .get(query.match, ...values);
  return { total: Number(row?.total ?? 0), sessions: Number(row?.sessions ?? 0) };
}

/** The same of rows that are all there. */
export function countMatched(rows: readonly Pick<MatchedRow, 'sessionId' | 'file'>[]): MatchCount {
  return { total: rows.length, sessions: new Set(rows.map((row) => row.sessionId ?? row.file)).size };
}

type Text = string | null;

/** As one JSON text: a common word fits tens of thousands of rows. */
export function matchRows(database: Database, query: ParsedQuery, options: MatchOptions): MatchedRow[] {
  const { order = 'newest', offset = 0, most } = options;
  const { sql, values } = filterRows(database, options);
  const ranked = order === 'ranked';
  const row = database
    .prepare(
      `select json_group_array(json_array(id, path, session_id, agent, agent_id, gone, line, part, place, length,
         kind, role, tool, model, branch, time, score)) as rows
       from (
         select doc.id, file.path, file.session_id, doc.agent, file.agent_id, file.gone is not null as gone, doc.line,
           doc.part, doc.offset as place, doc.length, doc.kind, doc.role, doc.tool, doc.model, doc.branch, doc.time,
           ${ranked ? '-doc_text.rank' : '0'} as score
         ${FROM} where doc_text match ? and ${sql}
         order by ${ranked ? 'doc_text.rank, doc.time desc' : 'doc.time desc'}, file.path, doc.line desc, doc.part desc
         limit ${most ?? -1} offset ${offset}
       )`,
    )
    .get(query.match, ...values);
  const rows = JSON.parse(String(row?.rows ?? '[]')) as [
    ...[id: number, file: string, sessionId: Text, agent: number | null, agentId: Text, gone: number],
    ...[line: number, part: number, place: number, length: number, kind: number, role: number],
    ...[tool: number | null, model: number | null, branch: number | null, time: number | null, score: number],
  ][];
  if (rows.length === 0) return [];
  const names = new Map(
    database
      .prepare('select id, text from name')
      .all()
      .map((one) => [Number(one.id), String(one.text)]),
  );
  const name = (id: number | null) => (id === null ? undefined : names.get(id));
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

// Narrows a search down: by project, time, role, kind, tool, model, branch, session and agent, as conditions on rows or on texts.
import { TEXT_KINDS, TEXT_ROLES, type TextKind, type TextRole } from '../extract-texts.ts';
import type { ScannedRow, ScanTarget } from '../scan/scan-file.ts';
import type { Database, SqlValue } from '../sqlite/driver.ts';
import { prepared } from '../sqlite/prepared.ts';
import { type Condition, filterByProject } from '../store/list-sessions.ts';

/** Where a text must stand to be found. */
export interface SearchFilter {
  readonly homes: readonly string[];
  /** A path, the last part of one, or any part of one. */
  readonly project?: string | undefined;
  /** Milliseconds: said at or after this; before that. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly roles?: readonly TextRole[] | undefined;
  readonly kinds?: readonly TextKind[] | undefined;
  /** Names of tools; `mcp__github` fits all tools of that server. */
  readonly tools?: readonly string[] | undefined;
  /** Any part of a model's name. */
  readonly model?: string | undefined;
  /** A git branch, whole or in part. */
  readonly branch?: string | undefined;
  /** A session id, or its beginning. */
  readonly session?: string | undefined;
  /** Whole ids, one of which it must be. */
  readonly sessions?: readonly string[] | undefined;
  /** An agent's id or its beginning, `all` for agents only, `none` for none of them. */
  readonly agent?: string | undefined;
}

/** A condition on `doc` alone: its files are found once, not looked up for every row. */
export function filterRows(database: Database, filter: SearchFilter): Condition {
  const files = filterByFile(database, filter);
  const texts = filterByText(database, filter);
  const { since, until } = filter;
  const parts: Condition[] = [];
  if (files)
    parts.push({
      sql: `doc.file_id in (select file.id from file where ${files.sql})`,
      values: files.values,
    });
  if (since !== undefined) parts.push({ sql: 'doc.time >= ?', values: [since] });
  if (until !== undefined) parts.push({ sql: 'doc.time < ?', values: [until] });
  if (texts) parts.push(texts);
  return allOf(parts) ?? { sql: 'true', values: [] };
}

/** A condition on `file`; undefined where every file fits. */
export function filterByFile(database: Database, filter: SearchFilter): Condition | undefined {
  return fitsEveryFile(database, filter) ? undefined : fileCondition(database, filter);
}

/** A condition on `doc` by what a text is and who said it; undefined where that does not matter. */
function filterByText(database: Database, filter: SearchFilter): Condition | undefined {
  const parts: Condition[] = [];
  const { roles, kinds, agent } = filter;
  if (roles)
    parts.push(
      amongNumbers(
        'doc.role',
        roles.map((role) => TEXT_ROLES.indexOf(role)),
      ),
    );
  if (kinds)
    parts.push(
      amongNumbers(
        'doc.kind',
        kinds.map((kind) => TEXT_KINDS.indexOf(kind)),
      ),
    );
  if (agent === 'all') parts.push({ sql: 'doc.agent is not null', values: [] });
  if (agent === 'none') parts.push({ sql: 'doc.agent is null', values: [] });
  const named = filterByName(database, filter);
  return allOf(named ? [...parts, named] : parts);
}

/** A condition on `doc` by names, of which a block's `said` knows nothing; undefined where none is asked for. */
export function filterByName(database: Database, filter: SearchFilter): Condition | undefined {
  const parts: Condition[] = [];
  const { tools, model, branch, agent } = filter;
  const named = (column: string, fits: (name: string) => boolean) =>
    parts.push(
      amongNumbers(
        column,
        readNames(database).flatMap(([id, name]) => (fits(name) ? [id] : [])),
      ),
    );
  if (tools) named('doc.tool', (name) => fitsTool(name, tools));
  if (model !== undefined) named('doc.model', (name) => fitsPart(name, model));
  if (branch !== undefined) named('doc.branch', (name) => fitsPart(name, branch));
  if (agent !== undefined && agent !== 'all' && agent !== 'none')
    named('doc.agent', (name) => fitsAgent(name, agent));
  return allOf(parts);
}

/** A few numbers are compared with quicker than looked up in a list. */
const FEW_NUMBERS = 8;

function amongNumbers(column: string, numbers: readonly number[]): Condition {
  if (numbers.length > FEW_NUMBERS)
    return { sql: `${column} in (select value from json_each(?))`, values: [JSON.stringify(numbers)] };
  return { sql: `(${numbers.map(() => `${column} = ?`).join(' or ') || 'false'})`, values: numbers };
}

function allOf(parts: readonly Condition[]): Condition | undefined {
  if (parts.length === 0) return undefined;
  return {
    sql: parts.map(({ sql }) => sql).join(' and '),
    values: parts.flatMap(({ values }) => values),
  };
}

/** Most people have one home, and ask for all of it: then there is no need to gather thousands of files. */
function fitsEveryFile(database: Database, { homes, session, sessions, project }: SearchFilter): boolean {
  if (session !== undefined || sessions !== undefined || project !== undefined) return false;
  const row = prepared(
    database,
    'select (select min(home) from file) as first, (select max(home) from file) as last',
  ).get();
  return row?.first === row?.last && homes.includes(String(row?.first));
}

/** A condition on `file`. */
function fileCondition(database: Database, { homes, session, sessions, project }: SearchFilter): Condition {
  const parts: string[] = ['file.home in (select value from json_each(?))'];
  const values: SqlValue[] = [JSON.stringify(homes)];
  if (session !== undefined) {
    parts.push(`lower(file.session_id) like ? escape '\\'`);
    values.push(beginning(session));
  }
  if (sessions !== undefined) {
    parts.push('file.session_id in (select value from json_each(?))');
    values.push(JSON.stringify(sessions));
  }
  if (project !== undefined) {
    const ofProject = filterByProject(database, homes, project);
    const own = `select f.home, f.session_id, f.slug from session join file f on f.id = session.file_id where ${ofProject.sql}`;
    // A copy in another project has the same id. Agents may have been left behind where their session no longer is.
    parts.push(
      `((file.home, file.session_id, file.slug) in (${own}) or (file.agent_id is not null
         and (file.home, file.session_id) in (select home, session_id from (${own}))
         and not exists (select 1 from file m where m.agent_id is null and m.session_id = file.session_id
           and m.home = file.home and m.slug = file.slug)))`,
    );
    values.push(...ofProject.values, ...ofProject.values);
  }
  return { sql: parts.join(' and '), values };
}

/** The files that can hold something that fits. */
export function filterFiles(database: Database, filter: SearchFilter): ScanTarget[] {
  const { sql, values } = fileCondition(database, filter);
  return database
    .prepare(
      `select path, session_id, agent_id, max(bytes, coalesce(digest_bytes, 0)) as size
       from file where gone is null and ${sql}`,
    )
    .all(...values)
    .map((row) => ({
      path: String(row.path),
      sessionId: row.session_id === null ? undefined : String(row.session_id),
      agentId: row.agent_id === null ? undefined : String(row.agent_id),
      bytes: Number(row.size),
    }));
}

/** The same question about a row that was found in a file. */
export function fitsFilter(row: ScannedRow, filter: SearchFilter): boolean {
  const { roles, kinds, tools, model, branch, agent } = filter;
  if (!fitsTime(row.time, filter)) return false;
  if (roles && !roles.includes(row.role)) return false;
  if (kinds && !kinds.includes(row.kind)) return false;
  if (tools && !fitsTool(row.tool ?? '', tools)) return false;
  if (model !== undefined && !fitsPart(row.model ?? '', model)) return false;
  if (branch !== undefined && !fitsPart(row.branch ?? '', branch)) return false;
  if (agent === 'all') return row.agent !== undefined;
  if (agent === 'none') return row.agent === undefined;
  return agent === undefined || (row.agent !== undefined && fitsAgent(row.agent, agent));
}

function beginning(text: string): string {
  return `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}

function readNames(database: Database): [id: number, name: string][] {
  // There are few names, and a look at each is quicker than a look at each row.
  const row = prepared(database, 'select json_group_array(json_array(id, text)) as names from name').get();
  return JSON.parse(String(row?.names ?? '[]')) as [id: number, name: string][];
}

/** What has no time was said at none that anyone asks for. */
export function fitsTime(
  time: number | undefined,
  { since, until }: Pick<SearchFilter, 'since' | 'until'>,
): boolean {
  if (since === undefined && until === undefined) return true;
  return (
    time !== undefined && (since === undefined || time >= since) && (until === undefined || time < until)
  );
}

export function fitsTool(name: string, wanted: readonly string[]): boolean {
  const tool = name.toLowerCase();
  return wanted.some((one) => tool === one.toLowerCase() || tool.startsWith(`${one.toLowerCase()}__`));
}

function fitsPart(name: string, part: string): boolean {
  return name.toLowerCase().includes(part.toLowerCase());
}

function fitsAgent(name: string, wanted: string): boolean {
  return name.toLowerCase().startsWith(wanted.toLowerCase().replace(/^agent-/, ''));
}

// Lists sessions from the catalog: filtered, sorted and paged by the database, as `clew ls` and the web app show them.
import { lastPart } from '../../base/last-part.ts';
import type { ProjectFile } from '../../load/group-projects.ts';
import type { SortKey } from '../../load/list-sessions.ts';
import { matchProjects } from '../../load/match-projects.ts';
import { pathsBySlug } from '../../load/paths-by-slug.ts';
import type { FileSummary } from '../../load/summarise-file.ts';
import type { SessionDetails } from '../digest/file-digest.ts';
import type { Database, SqlRow, SqlValue } from '../sqlite/driver.ts';
import { prepared } from '../sqlite/prepared.ts';

/** Which sessions of the catalog. */
export interface SessionFilter {
  readonly homes: readonly string[];
  /** A path, the last part of one, or any part of one. */
  readonly project?: string | undefined;
  /** Milliseconds: last written to at or after this; before that. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Also those that hold no conversation. */
  readonly empty?: boolean;
  /** Also those whose files are gone and that were kept as history. */
  readonly gone?: boolean;
}

/** Which sessions of the catalog, in which order, from where on. */
export interface SessionListOptions extends SessionFilter {
  readonly sort?: SortKey | 'agents';
  readonly reverse?: boolean;
  readonly offset?: number | undefined;
  readonly most?: number | undefined;
}

export interface CatalogSummary extends FileSummary {
  /** When the catalog saw that its file is gone, in milliseconds. */
  readonly gone: number | undefined;
}

/** A session as the catalog knows it. */
export interface CatalogSession extends CatalogSummary {
  readonly home: string;
  readonly slug: string;
  readonly details: SessionDetails;
}

export interface ListedRows<Row> {
  readonly sessions: readonly Row[];
  /** How many fit, on all pages. */
  readonly total: number;
  /** Those that fit and hold no conversation. */
  readonly hidden: number;
  /** Sessions of the homes, before any filter. */
  readonly found: number;
}

/** A page of the list of sessions. */
export type CatalogSessions = ListedRows<CatalogSession>;

export function listCatalogSessions(database: Database, options: SessionListOptions): CatalogSessions {
  return listRows(database, options, COLUMNS, (select, values, projects) =>
    database
      .prepare(select)
      .all(...values)
      .map((row) => readSession(row, (slug) => projects.paths.get(slug))),
  );
}

/** The same without their details, which take longer to read than all the rest. */
export function listCatalogSummaries(
  database: Database,
  options: SessionListOptions,
): ListedRows<CatalogSummary> {
  const columns = 'file.path, file.slug, file.gone, session.summary';
  return listRows(database, options, columns, (select, values, projects) => {
    // As two texts: thousands of rows, a value at a time, take several times as long.
    const row = database
      .prepare(
        `select '[' || group_concat(summary, ',') || ']' as summaries,
           json_group_array(json_array(path, slug, gone)) as places from (${select})`,
      )
      .get(...values);
    const summaries = JSON.parse(String(row?.summaries ?? '[]')) as FileSummary[];
    const places = JSON.parse(String(row?.places ?? '[]')) as [
      file: string,
      slug: string,
      gone: number | null,
    ][];
    return summaries.map((summary, i) => {
      const [file = '', slug = '', gone = null] = places[i] ?? [];
      const project = summary.project ?? projects.paths.get(slug);
      // Into what was parsed: copies of thousands take longer than to parse them.
      return Object.assign(summary, { project, file, gone: gone ?? undefined });
    });
  });
}

function listRows<Row extends FileSummary>(
  database: Database,
  options: SessionListOptions,
  columns: string,
  read: (select: string, values: readonly SqlValue[], projects: Projects) => Row[],
): ListedRows<Row> {
  const { sort = 'modified', reverse = false, offset = 0, most } = options;
  const projects = readProjects(database, options.homes);
  const fitting = whereFits(options, projects);
  const counts = database
    .prepare(`select count(*) as fitting, coalesce(sum(empty), 0) as empty ${FROM} where ${fitting.sql}`)
    .get(...fitting.values);
  const found = database
    .prepare(
      `select count(*) as found ${FROM} where gone is null and home in (select value from json_each(?))`,
    )
    .get(JSON.stringify(options.homes));
  const shown = options.empty ? '' : 'and not empty';
  const limit = sort === 'title' ? '' : `limit ${most ?? -1} offset ${offset}`;
  const rows = read(
    `select ${columns} ${FROM} where ${fitting.sql} ${shown} order by ${orderBy(sort, reverse)} ${limit}`,
    fitting.values,
    projects,
  );
  // As people sort names, which the database does not know how to.
  if (sort === 'title') {
    rows.sort((a, b) => (reverse ? -1 : 1) * (compareTitles(a, b) || b.modified - a.modified));
  }
  const empty = Number(counts?.empty);
  return {
    sessions: sort === 'title' ? rows.slice(offset, most === undefined ? undefined : offset + most) : rows,
    total: Number(counts?.fitting) - (options.empty ? 0 : empty),
    hidden: options.empty ? 0 : empty,
    found: Number(found?.found),
  };
}

/** The session with that id or path. Copies in several homes or projects share an id: then the one written to last. */
export function findCatalogSession(
  database: Database,
  homes: readonly string[],
  wanted: { readonly sessionId: string } | { readonly file: string },
): CatalogSession | undefined {
  const [column, value] =
    'file' in wanted ? ['file.path', wanted.file] : ['session.session_id', wanted.sessionId];
  const row = prepared(
    database,
    `select ${COLUMNS} ${FROM} where ${column} = ? and home in (select value from json_each(?))
     order by gone is not null, session.modified desc limit 1`,
  ).get(value as string, JSON.stringify(homes));
  return row && readSession(row, (slug) => readProjects(database, homes).paths.get(slug));
}

const FROM = 'from session join file on file.id = session.file_id';
const COLUMNS = 'file.home, file.slug, file.path, file.gone, session.summary, session.details';

function orderBy(sort: Exclude<SessionListOptions['sort'], undefined>, reverse: boolean): string {
  const [down, up] = reverse ? ['asc', 'desc'] : ['desc', 'asc'];
  return `session.${sort === 'size' ? 'bytes' : sort} ${down}, session.modified ${down}, file.path ${up}`;
}

/** The sessions that fit, with what is needed to count them to their projects. */
export function listProjectFiles(database: Database, filter: SessionFilter): ProjectFile[] {
  const projects = readProjects(database, filter.homes);
  const fitting = whereFits(filter, projects);
  return database
    .prepare(
      `select session.slug, session.project, session.bytes, session.modified ${FROM} where ${fitting.sql}`,
    )
    .all(...fitting.values)
    .map((row) => {
      const slug = String(row.slug);
      const project = row.project === null ? projects.paths.get(slug) : String(row.project);
      const modified = Number(row.modified);
      return {
        session: { project: slug, bytes: Number(row.bytes), modified },
        glance: { project, modified },
      };
    });
}

/** The folders of the homes with the paths that their sessions name. */
type Projects = ReturnType<typeof readProjects>;

function readProjects(
  database: Database,
  homes: readonly string[],
): {
  readonly pairs: readonly (readonly [slug: string, path: string | undefined])[];
  readonly paths: ReadonlyMap<string, string | undefined>;
} {
  const pairs = database
    .prepare(
      `select distinct session.slug, session.project ${FROM} where home in (select value from json_each(?))`,
    )
    .all(JSON.stringify(homes))
    .map((row) => [String(row.slug), row.project === null ? undefined : String(row.project)] as const);
  return { pairs, paths: pathsBySlug(pairs) };
}

/** `pathOf` is asked only where a file names no directory. */
function readSession(row: SqlRow, pathOf: (slug: string) => string | undefined): CatalogSession {
  const summary = JSON.parse(String(row.summary)) as FileSummary;
  const slug = String(row.slug);
  return {
    ...summary,
    // A file that names no directory belongs to the project that its neighbours name, if they agree.
    project: summary.project ?? pathOf(slug),
    file: String(row.path),
    home: String(row.home),
    slug,
    details: JSON.parse(String(row.details)) as SessionDetails,
    gone: row.gone === null ? undefined : Number(row.gone),
  };
}

/** A part of a question, and what stands in it. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

function whereFits(filter: SessionFilter, projects: Projects): Condition {
  const parts = ['home in (select value from json_each(?))'];
  const values: SqlValue[] = [JSON.stringify(filter.homes)];
  const add = (sql: string, ...added: SqlValue[]) => {
    parts.push(sql);
    values.push(...added);
  };
  if (!filter.gone) add('gone is null');
  if (filter.since !== undefined) add('session.modified >= ?', filter.since);
  if (filter.until !== undefined) add('session.modified < ?', filter.until);
  if (filter.project !== undefined) {
    const { sql, values: named } = inProjects(filter.project, projects);
    add(sql, ...named);
  }
  return { sql: parts.join(' and '), values };
}

function matchPairs(name: string, { pairs, paths }: Projects): Projects['pairs'] {
  const files = pairs.map((pair) => ({
    pair,
    session: { project: pair[0] },
    glance: { project: pair[1] ?? paths.get(pair[0]) },
  }));
  return matchProjects(name, files).map(({ pair }) => pair);
}

/** A condition on `session`: it is of a project that a person's words fit. */
function inProjects(name: string, projects: Projects): Condition {
  const pairs = matchPairs(name, projects).map(([slug, path]) => JSON.stringify([slug, path ?? null]));
  return {
    sql: 'json_array(session.slug, session.project) in (select value from json_each(?))',
    values: [JSON.stringify(pairs)],
  };
}

/** The same for other questions than this list. */
export function filterByProject(database: Database, homes: readonly string[], name: string): Condition {
  return inProjects(name, readProjects(database, homes));
}

function compareTitles(a: FileSummary, b: FileSummary): number {
  return titleOf(a).localeCompare(titleOf(b), 'en', { sensitivity: 'base' });
}

function titleOf({ title, file }: FileSummary): string {
  return title ?? lastPart(file);
}

// Full-text search for a page: hits grouped by session, ticks, a histogram, and counts to filter by.
import { lastPart } from '../base/last-part.ts';
import { Refusal } from '../base/refusal.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { TEXT_KINDS, type TextKind } from '../catalog/extract-texts.ts';
import type { MatchedRow, MatchOptions } from '../catalog/search/match-rows.ts';
import { fitsTime, fitsTool } from '../catalog/search/search-filter.ts';
import type { FacetCount, SearchAnswer, SearchGroup, SearchHit, SearchQuery } from './api.ts';
import { isInside } from './project-tree.ts';
import { readWords, type SearchWords } from './search-words.ts';
import type { StoredSession, StoreListing } from './store/session-store.ts';

const DAY = 86_400_000;
/** Of words that are everywhere, the best of these are shown; counts are then "at least". */
const MOST_ROWS = 20_000;
const MOST_TICKS = 200;
const BARS = 40;
/** Hits of a session that are shown with their words. */
const SHOWN = 4;
const MOST_SHOWN = 200;

export async function searchSessions(
  catalog: Catalog,
  query: SearchQuery,
  listing: StoreListing,
  now: number,
): Promise<SearchAnswer> {
  const started = performance.now();
  const read = readWords(query.q, now);
  const words = read.words;
  const empty = {
    query: query.q,
    filters: read.filters,
    words,
    total: 0,
    sessions: 0,
    histogram: [],
    groups: [],
  };
  if (words.trim() === '') return { ...empty, tookMs: 0, facets: NO_FACETS };
  const filter = filterOf(query, read, listing);
  const known = new Map(listing.sessions.map((stored) => [stored.session.sessionId, stored]));
  if (query.regex) return searchPattern(catalog, query, read, filter, known, started);
  // One reading without the filters that are counted, so that each can be counted with its own left out.
  const { kinds, tools, project, since, until, ...rest } = filter;
  const rows = catalog.match(words, { ...rest, order: 'ranked', most: MOST_ROWS });
  const tests: Tests = {
    kinds: (row) => !kinds || kinds.includes(row.kind),
    tools: (row) => !tools || fitsTool(row.tool ?? '', tools),
    project: (row) => project === undefined || isOf(known.get(row.sessionId ?? ''), project),
    time: (row) => fitsTime(row.time, { since, until }),
  };
  const fitting = rows.filter((row) => Object.values(tests).every((test) => test(row)));
  const groups = groupRows(fitting, known);
  const offset = query.offset ?? 0;
  const page = [...groups.values()].slice(offset, offset + (query.limit ?? 20));
  const perSession = Math.min(MOST_SHOWN, query.perSession ?? SHOWN);
  return {
    ...empty,
    total: fitting.length,
    sessions: groups.size,
    histogram: histogram(fitting),
    groups: page.map((group) => viewGroup(group, catalog.describe(words, group.rows.slice(0, perSession)))),
    facets: countFacets(rows, tests, known, now),
    tookMs: Math.round(performance.now() - started),
  };
}

type Test = (row: MatchedRow) => boolean;
type Tests = Readonly<Record<'kinds' | 'tools' | 'project' | 'time', Test>>;

async function searchPattern(
  catalog: Catalog,
  query: SearchQuery,
  read: SearchWords,
  filter: MatchOptions,
  known: ReadonlyMap<string, StoredSession>,
  started: number,
): Promise<SearchAnswer> {
  const most = 2000;
  const { hits, total, sessions } = await catalog.searchFiles(
    { kind: 'regex', text: read.words, ignoreCase: !/[A-Z]/.test(read.words) },
    { ...filter, most },
  );
  const groups = groupRows(
    hits.map((hit, id) => ({ ...hit, id })),
    known,
  );
  const perSession = Math.min(MOST_SHOWN, query.perSession ?? SHOWN);
  return {
    query: query.q,
    filters: read.filters,
    words: read.words,
    total,
    sessions,
    histogram: histogram(hits),
    groups: [...groups.values()]
      .slice(query.offset ?? 0, (query.offset ?? 0) + (query.limit ?? 20))
      .map((group) =>
        viewGroup(
          group,
          group.rows.slice(0, perSession).map(({ id }) => hits[id] as (typeof hits)[number]),
        ),
      ),
    facets: NO_FACETS,
    tookMs: Math.round(performance.now() - started),
  };
}

const NO_FACETS: SearchAnswer['facets'] = {
  kinds: [],
  tools: [],
  projects: [],
  last7Days: 0,
  last30Days: 0,
  anyTime: 0,
};

function filterOf(query: SearchQuery, read: SearchWords, { sessions }: StoreListing): MatchOptions {
  const kinds = (query.kinds ?? read.kind)?.split(',').map(toTextKind);
  const wanted = kinds?.filter((kind): kind is TextKind => kind !== undefined);
  if (kinds && wanted?.length === 0)
    throw new Refusal('bad-kind', 'There is no such kind of text.', TEXT_KINDS.join(', '));
  const tool = query.tool ?? read.tool;
  return {
    homes: [...new Set(sessions.map(({ session }) => session.home))],
    project: query.project ?? read.project,
    since: query.since ?? read.since,
    until: query.until ?? read.until,
    kinds: wanted,
    tools: tool === undefined ? undefined : tool.split(','),
    model: query.model ?? read.model,
    branch: query.branch ?? read.branch,
    session: query.session,
  };
}

function toTextKind(kind: string): TextKind | undefined {
  return TEXT_KINDS.find((one) => one === kind);
}

interface Group {
  readonly stored: StoredSession;
  readonly rows: MatchedRow[];
}

// The session with the best hit comes first: rows are in order of their scores.
function groupRows(
  rows: readonly MatchedRow[],
  known: ReadonlyMap<string, StoredSession>,
): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const stored = known.get(row.sessionId ?? '');
    if (!stored) continue;
    const group = groups.get(stored.key);
    if (group) group.rows.push(row);
    else groups.set(stored.key, { stored, rows: [row] });
  }
  return groups;
}

type DescribedHit = ReturnType<Catalog['describe']>[number];

function viewGroup({ stored, rows }: Group, hits: readonly DescribedHit[]): SearchGroup {
  const { key, line } = stored;
  const lines = Math.max(1, line.lines);
  const step = Math.max(1, Math.ceil(rows.length / MOST_TICKS));
  const ticks = rows.filter((row, i) => row.agent === undefined && i % step === 0);
  return {
    key,
    sessionId: line.sessionId,
    turns: line.turns,
    lines: line.lines,
    modified: line.modified,
    total: rows.length,
    ticks: ticks.map((row) => ({ at: Math.min(1, row.line / lines), kind: row.kind })),
    hits: hits.map(viewHit),
    ...(line.title === undefined ? {} : { title: line.title }),
    ...(line.project === undefined ? {} : { project: line.project, projectName: lastPart(line.project) }),
  };
}

function viewHit(hit: DescribedHit): SearchHit {
  const { line, offset, agent, uuid, kind, role, tool, turn, time, snippet, marks, score } = hit;
  return {
    line,
    offset,
    kind,
    role,
    snippet,
    marks,
    score,
    ...(agent === undefined || !hit.ownFile ? {} : { agent }),
    ...(uuid === undefined ? {} : { uuid }),
    ...(tool === undefined ? {} : { tool }),
    ...(turn === undefined ? {} : { turn }),
    ...(time === undefined ? {} : { time }),
  };
}

function histogram(rows: readonly { readonly time: number | undefined }[]): SearchAnswer['histogram'] {
  const times = rows.flatMap(({ time }) => time ?? []);
  if (times.length === 0) return [];
  const [first, last] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  const width = Math.max(1, (last - first + 1) / BARS);
  const bars = Array.from({ length: BARS }, (_, i) => ({
    from: Math.round(first + i * width),
    to: Math.round(first + (i + 1) * width),
    hits: 0,
  }));
  for (const time of times)
    (bars[Math.min(BARS - 1, Math.floor((time - first) / width))] as { hits: number }).hits++;
  return bars;
}

function countFacets(
  rows: readonly MatchedRow[],
  tests: Tests,
  known: ReadonlyMap<string, StoredSession>,
  now: number,
): SearchAnswer['facets'] {
  const without = (left: keyof Tests) =>
    rows.filter((row) => Object.entries(tests).every(([name, test]) => name === left || test(row)));
  const timed = without('time');
  return {
    kinds: count(without('kinds'), (row) => row.kind),
    tools: count(without('tools'), (row) => row.tool),
    projects: count(without('project'), (row) => known.get(row.sessionId ?? '')?.line.project),
    last7Days: timed.filter(({ time = 0 }) => time >= now - 7 * DAY).length,
    last30Days: timed.filter(({ time = 0 }) => time >= now - 30 * DAY).length,
    anyTime: timed.length,
  };
}

function count(rows: readonly MatchedRow[], nameOf: (row: MatchedRow) => string | undefined): FacetCount[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, hits]) => ({ name, hits })).sort((a, b) => b.hits - a.hits);
}

// A whole path, the last part of one, or any part of one.
function isOf(stored: StoredSession | undefined, project: string): boolean {
  const path = stored?.line.project;
  if (path === undefined) return false;
  return isInside(path, project) || path.toLowerCase().includes(project.toLowerCase());
}

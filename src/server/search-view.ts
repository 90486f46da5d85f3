// Full-text search for a page: hits grouped by session, ticks, a histogram, and counts to filter by.
import { lastPart } from '../base/last-part.ts';
import { Refusal } from '../base/refusal.ts';
import type { Catalog, MatchedFiles } from '../catalog/catalog.ts';
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
  const owners = ownersOf(listing);
  const asked = { words, now, owners, ...filterOf(query, read, listing) };
  const { rows, describe, facets } = query.regex
    ? await findPattern(catalog, asked)
    : findWords(catalog, asked);
  const groups = groupRows(rows, asked);
  const offset = query.offset ?? 0;
  const page = [...groups.values()].slice(offset, offset + (query.limit ?? 20));
  const perSession = Math.min(MOST_SHOWN, query.perSession ?? SHOWN);
  const shown = [...groups.values()].flatMap((group) => group.rows);
  return {
    ...empty,
    total: shown.length,
    sessions: groups.size,
    histogram: histogram(shown),
    groups: page.map((group) => viewGroup(group, describe(group.rows.slice(0, perSession)))),
    facets,
    tookMs: Math.round(performance.now() - started),
  };
}

interface Asked {
  readonly words: string;
  readonly now: number;
  readonly owners: Owners;
  readonly filter: MatchOptions;
  /** The sessions of the project, and the one session, that are asked for. */
  readonly inside: ReadonlySet<StoredSession> | undefined;
  readonly only: StoredSession | undefined;
}

interface Found extends MatchedFiles {
  readonly facets: SearchAnswer['facets'];
}

async function findPattern(catalog: Catalog, { words, filter }: Asked): Promise<Found> {
  const pattern = { kind: 'regex', text: words, ignoreCase: !/[A-Z]/.test(words) } as const;
  return { ...(await catalog.matchFiles(pattern, filter)), facets: NO_FACETS };
}

function findWords(catalog: Catalog, asked: Asked): Found {
  const { words, filter, inside, owners } = asked;
  // One reading without the filters that are counted, so that each can be counted with its own left out.
  const { kinds, tools, sessions: _, since, until, ...rest } = filter;
  const rows = catalog.match(words, { ...rest, order: 'ranked', most: MOST_ROWS });
  const tests: Tests = {
    kinds: (row) => !kinds || kinds.includes(row.kind),
    tools: (row) => !tools || fitsTool(row.tool ?? '', tools),
    project: (row) => !inside || isAmong(inside, owners(row)),
    time: (row) => fitsTime(row.time, { since, until }),
  };
  // Of words that are everywhere, there may be none that fits among the best of all.
  const isNarrowed = kinds || tools || inside || since !== undefined || until !== undefined;
  const fitting =
    rows.length < MOST_ROWS || !isNarrowed
      ? rows.filter((row) => Object.values(tests).every((test) => test(row)))
      : catalog.match(words, { ...filter, order: 'ranked', most: MOST_ROWS });
  return {
    rows: fitting,
    describe: (some) => catalog.describe(words, some),
    facets: countFacets(rows, tests, asked),
  };
}

type Test = (row: MatchedRow) => boolean;
type Tests = Readonly<Record<'kinds' | 'tools' | 'project' | 'time', Test>>;

/** The session that a row is of. Copies in other places share its id: it is told by its file. */
type Owners = (row: Pick<MatchedRow, 'file' | 'sessionId'>) => StoredSession | undefined;

function ownersOf({ sessions }: StoreListing): Owners {
  const byFile = new Map<string, StoredSession>();
  const byId = new Map<string, StoredSession>();
  for (const stored of sessions) {
    byId.set(stored.session.sessionId, stored);
    for (const { file } of [stored.session, ...stored.session.agents]) byFile.set(file, stored);
  }
  return ({ file, sessionId }) => byFile.get(file) ?? byId.get(sessionId ?? '');
}

const NO_FACETS: SearchAnswer['facets'] = {
  kinds: [],
  tools: [],
  projects: [],
  last7Days: 0,
  last30Days: 0,
  anyTime: 0,
};

function filterOf(
  query: SearchQuery,
  read: SearchWords,
  { sessions }: StoreListing,
): Pick<Asked, 'filter' | 'inside' | 'only'> {
  const kinds = (query.kinds ?? read.kind)?.split(',').map(toTextKind);
  const wanted = kinds?.filter((kind): kind is TextKind => kind !== undefined);
  if (kinds && wanted?.length === 0)
    throw new Refusal('bad-kind', 'There is no such kind of text.', TEXT_KINDS.join(', '));
  const tool = query.tool ?? read.tool;
  const project = query.project ?? read.project;
  const inside = project === undefined ? undefined : sessions.filter((stored) => isOf(stored, project));
  const only = sessions.find(({ key }) => key === query.session);
  const filter = {
    homes: [...new Set(sessions.map(({ session }) => session.home))],
    sessions: inside?.map(({ session }) => session.sessionId),
    since: query.since ?? read.since,
    until: query.until ?? read.until,
    kinds: wanted,
    tools: tool === undefined ? undefined : tool.split(','),
    model: query.model ?? read.model,
    branch: query.branch ?? read.branch,
    session: only?.session.sessionId ?? query.session,
  };
  return { filter, inside: inside && new Set(inside), only };
}

function isAmong(sessions: ReadonlySet<StoredSession>, stored: StoredSession | undefined): boolean {
  return stored !== undefined && sessions.has(stored);
}

function toTextKind(kind: string): TextKind | undefined {
  return TEXT_KINDS.find((one) => one === kind);
}

interface Group {
  readonly stored: StoredSession;
  readonly rows: MatchedRow[];
}

// The session with the best hit comes first: rows are in order of their scores. What agents said whose session is gone can be
// opened nowhere, and is not counted.
function groupRows(rows: readonly MatchedRow[], { owners, inside, only }: Asked): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const stored = owners(row);
    if (!stored || (only && stored !== only) || (inside && !inside.has(stored))) continue;
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
  all: readonly MatchedRow[],
  tests: Tests,
  { owners, only, now }: Asked,
): SearchAnswer['facets'] {
  const rows = all.filter((row) => (only ? owners(row) === only : owners(row) !== undefined));
  const without = (left: keyof Tests) =>
    rows.filter((row) => Object.entries(tests).every(([name, test]) => name === left || test(row)));
  const timed = without('time');
  return {
    kinds: count(without('kinds'), (row) => row.kind),
    tools: count(without('tools'), (row) => row.tool),
    projects: count(without('project'), (row) => owners(row)?.line.project),
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
function isOf(stored: StoredSession, project: string): boolean {
  const path = stored.line.project;
  if (path === undefined) return false;
  return isInside(path, project) || path.toLowerCase().includes(project.toLowerCase());
}

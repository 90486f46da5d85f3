// Filters, sorts and pages the list of sessions, and counts what can be filtered by.
import type {
  CatalogState,
  DayGroup,
  SessionFacets,
  SessionLine,
  SessionSort,
  SessionsAnswer,
  SessionsQuery,
  SessionTrait,
} from './api.ts';
import { buildProjectTree, isInside } from './project-tree.ts';
import type { StoreListing } from './store/session-store.ts';

const DAY = 86_400_000;
const MANY_TOKENS = 150_000;
const PAGE = 200;
const MOST = 500;

export const TRAITS: readonly SessionTrait[] = ['live', 'compacted', 'agents', 'cut', 'broken', 'annotated'];

interface SessionsContext {
  readonly now: number;
  readonly catalog: CatalogState;
  /** Notes that a person left, by the key of the session. */
  readonly annotations: ReadonlyMap<string, number>;
}

export function viewSessions(
  listing: StoreListing,
  query: SessionsQuery,
  context: SessionsContext,
): SessionsAnswer {
  const lines = listing.sessions.map(({ line }) => {
    const annotations = context.annotations.get(line.key) ?? 0;
    return annotations === line.annotations ? line : { ...line, annotations };
  });
  const talks = lines.filter((line) => !line.empty);
  const fitting = (query.all ? lines : talks).filter((line) => fits(line, query));
  const sort = query.sort ?? 'modified';
  fitting.sort((a, b) => (query.reverse ? -1 : 1) * compareLines(a, b, sort));
  const offset = Math.max(0, query.offset ?? 0);
  const limit = Math.min(MOST, Math.max(0, query.limit ?? PAGE));
  const timed = sort === 'modified' || sort === 'created';
  return {
    total: fitting.length,
    found: lines.length,
    hidden: lines.length - talks.length,
    offset,
    sessions: fitting.slice(offset, offset + limit),
    ...(timed ? { days: groupDays(fitting, sort) } : {}),
    facets: countFacets(talks, context.now),
    catalog: context.catalog,
    problems: listing.problems,
  };
}

function fits(line: SessionLine, query: SessionsQuery): boolean {
  const { project, home, branch, model, minTokens, since, until } = query;
  return (
    (project === undefined || isInside(line.project, project)) &&
    (home === undefined || line.home === home) &&
    (branch === undefined || line.gitBranch === branch) &&
    (model === undefined || (line.model?.includes(model) ?? false)) &&
    (minTokens === undefined || (line.contextTokens ?? 0) >= minTokens) &&
    (since === undefined || line.modified >= since) &&
    (until === undefined || line.modified < until) &&
    traitsOf(query).every((trait) => hasTrait(line, trait)) &&
    hasWords(line, query.q)
  );
}

function traitsOf(query: SessionsQuery): SessionTrait[] {
  const wanted = (query.traits ?? '').split(',');
  return TRAITS.filter((trait) => wanted.includes(trait));
}

function hasTrait(line: SessionLine, trait: SessionTrait): boolean {
  switch (trait) {
    case 'live':
      return line.live;
    case 'compacted':
      return (line.compactions ?? 0) > 0;
    case 'agents':
      return line.agents > 0;
    case 'cut':
      return line.clonedFrom !== undefined;
    case 'broken':
      return line.health !== 'ok' && line.health !== 'unchecked';
    case 'annotated':
      return line.annotations > 0;
  }
}

function hasWords(line: SessionLine, q: string | undefined): boolean {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { title, firstPrompt, lastPrompt, project, gitBranch, sessionId, model } = line;
  const text = [title, firstPrompt, lastPrompt, project, gitBranch, sessionId, model]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

function compareLines(a: SessionLine, b: SessionLine, sort: SessionSort): number {
  const byTime = b.modified - a.modified || (a.key < b.key ? -1 : 1);
  if (sort === 'title' || sort === 'project') {
    const name = (line: SessionLine) => (sort === 'title' ? line.title : line.projectName) ?? '\uffff';
    return name(a).localeCompare(name(b), 'en', { sensitivity: 'base' }) || byTime;
  }
  return figureOf(b, sort) - figureOf(a, sort) || byTime;
}

function figureOf(line: SessionLine, sort: Exclude<SessionSort, 'title' | 'project'>): number {
  switch (sort) {
    case 'modified':
      return line.modified;
    case 'created':
      return line.created ?? line.modified;
    case 'size':
      return line.bytes;
    case 'turns':
      return line.turns;
    case 'tokens':
      return line.contextTokens ?? -1;
    case 'cost':
      return line.costUSD ?? -1;
    case 'tools':
      return line.toolCalls;
    case 'agents':
      return line.agents;
  }
}

function groupDays(lines: readonly SessionLine[], sort: 'modified' | 'created'): DayGroup[] {
  const days: { day: string; sessions: number; costUSD?: number; offset: number }[] = [];
  for (const [offset, line] of lines.entries()) {
    const day = dayOf(figureOf(line, sort));
    let group = days.at(-1);
    if (group?.day !== day) {
      group = { day, sessions: 0, offset };
      days.push(group);
    }
    group.sessions++;
    if (line.costUSD !== undefined) group.costUSD = (group.costUSD ?? 0) + line.costUSD;
  }
  return days;
}

/** The local day, `2026-11-14`. */
function dayOf(time: number): string {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function countFacets(lines: readonly SessionLine[], now: number): SessionFacets {
  const homes = new Map<string, number>();
  for (const { home } of lines) homes.set(home, (homes.get(home) ?? 0) + 1);
  const count = (test: (line: SessionLine) => boolean) => lines.filter(test).length;
  return {
    projects: buildProjectTree(lines),
    homes: [...homes].map(([home, sessions]) => ({ home, sessions })),
    traits: Object.fromEntries(
      TRAITS.map((trait) => [trait, count((line) => hasTrait(line, trait))]),
    ) as Record<SessionTrait, number>,
    over150k: count((line) => (line.contextTokens ?? 0) >= MANY_TOKENS),
    last7Days: count((line) => line.modified >= now - 7 * DAY),
    last30Days: count((line) => line.modified >= now - 30 * DAY),
  };
}

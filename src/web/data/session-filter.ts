// What the list of sessions is filtered and sorted by, as the address says it.
import type { SessionSort, SessionsQuery, SessionTrait } from '../../server/api.ts';
import type { Route } from './route.ts';

export interface SessionFilter {
  readonly words: string;
  readonly project: string | undefined;
  readonly home: string | undefined;
  readonly traits: readonly string[];
  readonly over150k: boolean;
  readonly lastDays: number | undefined;
  readonly sort: SessionSort;
  readonly reverse: boolean;
  readonly query: SessionsQuery;
}

const DAY_MS = 86_400_000;
const SORTS: readonly SessionSort[] = [
  'modified',
  'created',
  'size',
  'turns',
  'tokens',
  'cost',
  'tools',
  'agents',
  'title',
  'project',
];

export function readFilter(params: Route['params'], now: number = Date.now()): SessionFilter {
  const traits = (params.traits ?? '').split(',').filter(Boolean);
  const days = Number(params.days);
  const lastDays = Number.isFinite(days) && days > 0 ? days : undefined;
  const sort = SORTS.find((one) => one === params.sort) ?? 'modified';
  const over150k = params.over === '150k';
  const reverse = params.reverse === '1';
  // Whole hours, so that the same filter is the same query for a while.
  const hour = Math.floor(now / 3_600_000) * 3_600_000;
  return {
    words: params.q ?? '',
    project: params.project,
    home: params.home,
    traits,
    over150k,
    lastDays,
    sort,
    reverse,
    query: {
      sort,
      ...(reverse ? { reverse } : {}),
      ...(params.q ? { q: params.q } : {}),
      ...(params.project ? { project: params.project } : {}),
      ...(params.home ? { home: params.home } : {}),
      ...(traits.length > 0 ? { traits: traits.join(',') } : {}),
      ...(over150k ? { minTokens: 150_000 } : {}),
      ...(lastDays ? { since: hour - lastDays * DAY_MS } : {}),
      ...(params.all === '1' ? { all: true } : {}),
    },
  };
}

/** The traits after one was switched, as the address has them. */
export function toggleTrait(traits: readonly string[], trait: SessionTrait): string {
  const rest = traits.filter((one) => one !== trait);
  return (rest.length < traits.length ? rest : [...traits, trait]).join(',');
}

// The spans of a timeline sorted into rows in which nothing overlaps, so that a view of any length is found quickly.
import type { TimeFold } from './fold-time.ts';
import { freeRow } from './span-draft.ts';
import type { SpanFacts } from './span-record.ts';

/** What a row holds: calls, what a model did itself, turns and requests, agents, prompts, waits, single moments. */
export type RowSort = 'call' | 'model' | 'turn' | 'request' | 'agent' | 'prompt' | 'wait' | 'event';

/** Spans one after the other, with their places on the drawn axis. */
export interface SpanRow<S extends SpanFacts = SpanFacts> {
  readonly lane: string;
  readonly sort: RowSort;
  /** Below the first row: at the same time as others. */
  readonly depth: number;
  readonly spans: readonly S[];
  readonly from: Float64Array;
  readonly to: Float64Array;
}

export function rowOf<S extends SpanFacts>(
  lane: string,
  sort: RowSort,
  depth: number,
  spans: readonly S[],
  fold: TimeFold,
): SpanRow<S> {
  const [from, to] = [new Float64Array(spans.length), new Float64Array(spans.length)];
  for (const [at, { start, end }] of spans.entries()) {
    from[at] = fold.unitOf(start);
    to[at] = fold.unitOf(end);
  }
  return { lane, sort, depth, spans, from, to };
}

const SORTS: Readonly<Record<SpanFacts['kind'], RowSort>> = {
  turn: 'turn',
  request: 'request',
  thinking: 'model',
  answer: 'model',
  tool: 'call',
  agent: 'agent',
  wait: 'wait',
  prompt: 'prompt',
  retry: 'event',
  compaction: 'event',
};

export function sortOf({ kind }: Pick<SpanFacts, 'kind'>): RowSort {
  return SORTS[kind];
}

/**
 * The rows of every lane. Calls at the same time lie below each other; a call that started an agent is left out, as the
 * agent is drawn in its place. `together` lays the spans of all agents into the rows of one lane, `agents`.
 */
export function layRows<S extends SpanFacts>(
  spans: readonly S[],
  fold: TimeFold,
  together = false,
): SpanRow<S>[] {
  const starters = startersOf(spans);
  const groups = new Map<string, { lane: string; sort: RowSort; rows: S[][]; ends: number[] }>();
  for (const span of spans) {
    const sort = sortOf(span);
    if (sort === 'call' && starters.has(span.id)) continue;
    const isAgents = span.agentId !== undefined;
    if (isAgents && sort === 'request') continue;
    const lane = isAgents && (together || sort === 'agent') ? 'agents' : span.lane;
    const key = `${sort} ${lane}`;
    let group = groups.get(key);
    if (!group) {
      group = { lane, sort, rows: [], ends: [] };
      groups.set(key, group);
    }
    const stacked = sort === 'call' || (isAgents && (together || sort === 'agent'));
    const depth = stacked ? freeRow(group.ends, span) : 0;
    const row = group.rows[depth];
    if (row) row.push(span);
    else group.rows[depth] = [span];
  }
  return [...groups.values()].flatMap(({ lane, sort, rows }) =>
    rows.map((row, depth) => rowOf(lane, sort, depth, row, fold)),
  );
}

/** The calls that started an agent. */
export function startersOf(spans: readonly SpanFacts[]): ReadonlySet<number | undefined> {
  const starters = new Set<number | undefined>();
  for (const { kind, parent } of spans) if (kind === 'agent') starters.add(parent);
  return starters;
}

/** The first span of a row that reaches into a view. */
export function firstIn(row: SpanRow, from: number): number {
  let [low, high] = [0, row.spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((row.to[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The spans of a timeline sorted into rows in which nothing overlaps, so that a view of any length is drawn quickly.
import type { Lane, Span, TimelineAnswer } from '../../../../server/api.ts';
import type { TimeFold } from './fold-time.ts';

/** Spans one after the other, with their places on the drawn axis. */
export interface SpanRow {
  readonly lane: string;
  /** Calls, or what the model did itself. */
  readonly sort: 'call' | 'model' | 'turn' | 'agent';
  /** Below the first row: at the same time as others. */
  readonly depth: number;
  readonly spans: readonly Span[];
  readonly from: Float64Array;
  readonly to: Float64Array;
}

export interface SpanIndex {
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly rows: ReadonlyMap<string, readonly SpanRow[]>;
  readonly prompts: SpanRow;
  readonly waits: SpanRow;
  readonly turns: SpanRow;
  readonly requests: SpanRow;
  readonly marks: SpanRow;
  readonly agents: readonly Span[];
  /** Every span by its number. */
  readonly byId: ReadonlyMap<number, Span>;
}

export function indexSpans({ lanes, spans }: TimelineAnswer, fold: TimeFold): SpanIndex {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const agents = spans.filter(({ kind }) => kind === 'agent');
  // A call that started an agent is drawn as the agent's strand.
  const starters = new Set(agents.map(({ parent }) => parent));
  const groups = new Map<string, { sort: SpanRow['sort']; rows: Span[][]; ends: number[] }>();
  for (const span of spans) {
    const isModel = span.kind === 'thinking' || span.kind === 'answer';
    if (!isModel && (span.kind !== 'tool' || starters.has(span.id))) continue;
    const sort = isModel ? 'model' : 'call';
    const key = `${sort} ${span.lane}`;
    let group = groups.get(key);
    if (!group) {
      group = { sort, rows: [], ends: [] };
      groups.set(key, group);
    }
    const free = isModel ? 0 : group.ends.findIndex((end) => end <= span.start);
    const depth = free < 0 ? group.ends.length : free;
    group.ends[depth] = Math.max(span.end, span.start + 1);
    const row = group.rows[depth];
    if (row) row.push(span);
    else group.rows[depth] = [span];
  }
  const rows = new Map<string, SpanRow[]>();
  for (const { sort, rows: found } of groups.values()) {
    const lane = found[0]?.[0]?.lane ?? '';
    const list = rows.get(lane) ?? [];
    rows.set(lane, list);
    for (const [depth, row] of found.entries()) list.push(rowOf(lane, sort, depth, row, fold));
  }
  const only = (sort: SpanRow['sort'], test: (span: Span) => boolean) =>
    rowOf('', sort, 0, spans.filter(test), fold);
  return {
    lanes: new Map(lanes.map((lane) => [lane.id, lane])),
    rows,
    prompts: only('turn', ({ kind }) => kind === 'prompt'),
    waits: only('turn', ({ kind }) => kind === 'wait'),
    turns: only('turn', ({ kind }) => kind === 'turn'),
    requests: only('model', ({ kind, lane }) => kind === 'request' && lane === 'main'),
    marks: only('model', ({ kind }) => kind === 'retry' || kind === 'compaction'),
    agents,
    byId,
  };
}

function rowOf(
  lane: string,
  sort: SpanRow['sort'],
  depth: number,
  spans: readonly Span[],
  fold: TimeFold,
): SpanRow {
  return {
    lane,
    sort,
    depth,
    spans,
    from: Float64Array.from(spans, ({ start }) => fold.unitOf(start)),
    to: Float64Array.from(spans, ({ end }) => fold.unitOf(end)),
  };
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

/** The spans of all agents, laid into rows together: the agents themselves, what they thought, what they called. */
export function stackAgents({ spans }: TimelineAnswer, fold: TimeFold): SpanRow[] {
  const sorts = { agent: 'agent', thinking: 'model', answer: 'model', tool: 'call' } as const;
  const groups = new Map<SpanRow['sort'], { readonly rows: Span[][]; readonly ends: number[] }>();
  for (const span of spans) {
    if (span.agentId === undefined || !(span.kind in sorts)) continue;
    const sort = sorts[span.kind as keyof typeof sorts];
    const group = groups.get(sort) ?? { rows: [], ends: [] };
    groups.set(sort, group);
    const free = group.ends.findIndex((end) => end <= span.start);
    const depth = free < 0 ? group.ends.length : free;
    group.ends[depth] = Math.max(span.end, span.start + 1);
    const row = group.rows[depth];
    if (row) row.push(span);
    else group.rows[depth] = [span];
  }
  return [...groups].flatMap(([sort, { rows }]) =>
    rows.map((row, depth) => rowOf('agents', sort, depth, row, fold)),
  );
}

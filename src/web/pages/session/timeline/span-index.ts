// The spans of a part of the timeline in rows, with their places on the drawn axis.
import type { TimeFold } from '../../../../render/timeline/fold-time.ts';
import { type RowSort, rowOf, type SpanRow, sortOf } from '../../../../render/timeline/span-rows.ts';
import type { Lane, Span, TimelinePart } from '../../../../server/api.ts';

export type PartRow = SpanRow<Span>;

export interface SpanIndex {
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly rows: readonly PartRow[];
  readonly agents: readonly Span[];
}

/** The server has laid them into rows already: `depth` tells which. */
export function indexSpans({ lanes, spans }: TimelinePart, fold: TimeFold, flame: boolean): SpanIndex {
  const groups = new Map<string, { lane: string; sort: RowSort; depth: number; spans: Span[] }>();
  for (const span of spans) {
    const sort = sortOf(span);
    const lane = span.agentId !== undefined && (flame || sort === 'agent') ? 'agents' : span.lane;
    const key = `${sort} ${lane} ${span.depth}`;
    const group = groups.get(key);
    if (group) group.spans.push(span);
    else groups.set(key, { lane, sort, depth: span.depth, spans: [span] });
  }
  return {
    lanes: new Map(lanes.map((lane) => [lane.id, lane])),
    rows: [...groups.values()]
      .map(({ lane, sort, depth, spans: found }) => rowOf(lane, sort, depth, found, fold))
      .sort((a, b) => a.depth - b.depth),
    agents: spans.filter(({ kind }) => kind === 'agent').sort((a, b) => a.start - b.start || a.id - b.id),
  };
}

export function rowsOf({ rows }: SpanIndex, sort: RowSort, lane?: string): PartRow[] {
  return rows.filter((row) => row.sort === sort && (lane === undefined || row.lane === lane));
}

// A moment of the timeline: what ran then, what had just ended, and which span an address or a step leads to.
import type { SpanFacts, SpanRecord } from './span-record.ts';
import type { Span } from './timeline.ts';
import type { TimelineIndex } from './timeline-index.ts';

/** What the cursor goes to, seen from a moment. */
export type Goal = 'step' | 'turn' | 'error' | 'agent' | 'compaction';

export interface MomentQuery {
  readonly time?: number;
  /** From `time` to the next or the previous one. */
  readonly go?: 'next' | 'previous';
  readonly goal?: Goal;
  /** An address that all tabs share. */
  readonly turn?: number;
  readonly line?: number;
  readonly agent?: string;
}

export interface Moment {
  readonly time: number;
  /** What the address names, or where the step led to; absent where there is none. */
  readonly span?: Span;
  /** The turn of the last step until then. */
  readonly turn?: number;
  /** How many steps began until then, of how many. */
  readonly step: number;
  readonly steps: number;
  readonly last?: Span;
  readonly running: readonly Span[];
  /** Running, but not told. */
  readonly more: number;
  /** The last ones that had ended. */
  readonly ended: readonly Span[];
  /** The turn with its neighbours. */
  readonly around?: { readonly from: number; readonly to: number };
}

const MOST_RUNNING = 8;
const JUST = 3;
/** Calls and answers are short: what began further back than so many spans has ended. Agents are looked at one by one. */
const BACK = 2000;
const SHOWN: ReadonlySet<SpanRecord['kind']> = new Set(['tool', 'thinking', 'answer', 'wait', 'retry']);

export function findMoment(index: TimelineIndex, query: MomentQuery): Moment {
  const { stops } = index;
  const span = query.go ? step(index, query.go, query) : spanOfAddress(index.spans, query);
  const time = span?.start ?? query.time ?? stops[0]?.start ?? index.start ?? 0;
  const at = startedUntil(stops, time);
  const last = stops[at - 1];
  const { running, ended } = around(index, time);
  const turn = span?.turn ?? last?.turn;
  const neighbours = turn === undefined ? undefined : aroundTurn(index, turn);
  return {
    time,
    ...(span ? { span: span.tell() } : {}),
    ...(last ? { turn: last.turn, last: last.tell() } : {}),
    step: at,
    steps: stops.length,
    running: running.slice(0, MOST_RUNNING).map((one) => one.tell()),
    more: Math.max(running.length - MOST_RUNNING, 0),
    ended: ended.map((one) => one.tell()),
    ...(neighbours ? { around: neighbours } : {}),
  };
}

const TESTS: Readonly<Record<Goal, (span: SpanRecord) => boolean>> = {
  step: () => true,
  turn: ({ kind }) => kind === 'prompt',
  error: ({ failed }) => failed,
  agent: ({ kind }) => kind === 'agent',
  compaction: ({ kind }) => kind === 'compaction',
};

function step(
  { stops }: TimelineIndex,
  go: 'next' | 'previous',
  { time = 0, goal = 'step' }: MomentQuery,
): SpanRecord | undefined {
  const test = TESTS[goal];
  if (go === 'next') {
    for (let i = startedUntil(stops, time); i < stops.length; i++)
      if (test(stops[i] as SpanRecord)) return stops[i];
    return undefined;
  }
  for (let i = startedUntil(stops, time) - 1; i >= 0; i--)
    if ((stops[i] as SpanRecord).start < time && test(stops[i] as SpanRecord)) return stops[i];
  return undefined;
}

// A line may hold several spans: a call says more than the request that made it.
const RANKS: readonly Span['kind'][] = [
  'tool',
  'retry',
  'compaction',
  'prompt',
  'thinking',
  'answer',
  'agent',
];

function spanOfAddress<S extends SpanFacts>(
  spans: readonly S[],
  { turn, line, agent }: MomentQuery,
): S | undefined {
  if (line !== undefined) {
    const onLine = spans.filter(
      (span) => span.line === line && (span.kind === 'agent' ? undefined : span.agentId) === agent,
    );
    const best = RANKS.flatMap((kind) => onLine.filter((span) => span.kind === kind))[0];
    if (best) return best;
    // Results and other lines have no span of their own: the last one that began before them is meant.
    const before = spans.findLast(
      (span) => span.line !== undefined && span.line <= line && span.agentId === agent,
    );
    if (before) return before;
  }
  if (agent !== undefined) return spans.find((span) => span.kind === 'agent' && span.agentId === agent);
  if (turn === undefined) return undefined;
  return (
    spans.find((span) => span.turn === turn && span.kind === 'prompt') ??
    spans.find((span) => span.turn === turn)
  );
}

/** How many spans of an ordered list began at or before a moment. */
function startedUntil(spans: readonly SpanFacts[], time: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as SpanFacts).start <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function around(
  { spans, agents, starters }: TimelineIndex,
  time: number,
): { readonly running: SpanRecord[]; readonly ended: SpanRecord[] } {
  const last = startedUntil(spans, time);
  const near = spans.slice(Math.max(last - BACK, 0), last).filter(({ kind }) => SHOWN.has(kind));
  const begun = agents.slice(0, startedUntil(agents, time));
  const started = new Set(begun.filter(({ end }) => end > time).map(({ parent }) => parent));
  const calls = near.filter(({ kind }) => kind === 'tool');
  return {
    running: [...begun, ...near].filter(({ end, id }) => end > time && !started.has(id)),
    ended: [...begun, ...calls]
      .filter(({ end, id }) => end <= time && !starters.has(id))
      .sort((a, b) => b.end - a.end)
      .slice(0, JUST),
  };
}

function aroundTurn({ turns }: TimelineIndex, turn: number): Moment['around'] {
  const at = turns.findIndex((span) => span.turn === turn);
  const [first, last] = [turns[Math.max(at - 1, 0)], turns[Math.min(at + 1, turns.length - 1)]];
  return at < 0 || !first || !last ? undefined : { from: first.start, to: last.end };
}

// How a span is named in the address that all tabs share, and which one an address names.
import type { Span, TimelineAnswer } from '../../../../server/api.ts';
import type { RouteParams } from '../../../data/route.ts';
import type { TimeFold } from './fold-time.ts';
import type { View } from './gather-marks.ts';
import type { SpanIndex } from './span-index.ts';

interface Address {
  readonly turn: string | undefined;
  readonly line: string | undefined;
  readonly agent: string | undefined;
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

export function spanOfAddress({ spans }: TimelineAnswer, address: Address): Span | undefined {
  const { turn, line, agent } = address;
  if (line !== undefined) {
    const onLine = spans.filter(
      (span) => String(span.line) === line && (span.kind === 'agent' ? undefined : span.agentId) === agent,
    );
    const best = RANKS.flatMap((kind) => onLine.filter((span) => span.kind === kind))[0];
    if (best) return best;
    // Results and other lines have no span of their own: the last one that began before them is meant.
    const before = spans.findLast(
      (span) => span.line !== undefined && span.line <= Number(line) && span.agentId === agent,
    );
    if (before) return before;
  }
  if (agent !== undefined) return spans.find((span) => span.kind === 'agent' && span.agentId === agent);
  if (turn === undefined) return undefined;
  const ofTurn = spans.filter((span) => String(span.turn) === turn);
  return ofTurn.find(({ kind }) => kind === 'prompt') ?? ofTurn[0];
}

export function paramsOf(span: Span): RouteParams {
  const isTurn = span.kind === 'prompt' || span.kind === 'turn' || span.kind === 'wait';
  return {
    turn: span.turn,
    line: isTurn || span.kind === 'agent' ? undefined : span.line,
    agent: span.agentId,
    row: undefined,
    uuid: undefined,
  };
}

/** Where the transcript shows a span: an agent is shown at the call that started it. */
export function transcriptParams(span: Span, index: SpanIndex): RouteParams {
  if (span.kind === 'prompt' || span.kind === 'turn' || span.kind === 'wait') return { turn: span.turn };
  if (span.kind !== 'agent') return { line: span.line, agent: span.agentId };
  const parent = index.lanes.get(index.lanes.get(span.lane)?.parent ?? '');
  return { line: span.line, agent: parent?.agentId };
}

/** The turn with its neighbours. */
export function viewOfTurns(index: SpanIndex, fold: TimeFold, turn: number): View {
  const { spans, from, to } = index.turns;
  const at = spans.findIndex((span) => span.turn === turn);
  if (at < 0) return { from: 0, to: fold.length };
  const [first, last] = [Math.max(at - 1, 0), Math.min(at + 1, spans.length - 1)];
  const [a, b] = [from[first] as number, to[last] as number];
  const room = Math.max((b - a) * 0.03, 1000);
  return { from: Math.max(a - room, 0), to: Math.min(b + room, fold.length) };
}

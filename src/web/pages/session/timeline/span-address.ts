// How a span is named in the address that all tabs share.
import type { TimeFold } from '../../../../render/timeline/fold-time.ts';
import type { Moment, Span } from '../../../../server/api.ts';
import type { RouteParams } from '../../../data/route.ts';
import type { View } from './gather-marks.ts';
import type { SpanIndex } from './span-index.ts';

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

/** The turn with its neighbours; all where there is none. */
export function viewOfMoment({ around }: Moment, fold: TimeFold): View {
  if (!around) return { from: 0, to: fold.length };
  const [a, b] = [fold.unitOf(around.from), fold.unitOf(around.to)];
  const room = Math.max((b - a) * 0.03, 1000);
  return { from: Math.max(a - room, 0), to: Math.min(b + room, fold.length) };
}

// The moments at which something began, in order: the steps of the timeline.
import type { Span, TimelineAnswer } from '../../../../server/api.ts';

const STOPS: ReadonlySet<Span['kind']> = new Set([
  'prompt',
  'thinking',
  'answer',
  'tool',
  'agent',
  'retry',
  'compaction',
]);

export function listStops({ spans }: TimelineAnswer): Span[] {
  return spans.filter(({ kind }) => STOPS.has(kind));
}

/** How many stops began at or before a moment. */
export function stopsUntil(stops: readonly Span[], time: number): number {
  let [low, high] = [0, stops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stops[middle] as Span).start <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The next stop of a sort after a moment, or the last one before it. */
export function findStop(
  stops: readonly Span[],
  time: number,
  forward: boolean,
  test: (span: Span) => boolean,
): Span | undefined {
  if (forward) {
    for (let i = stopsUntil(stops, time); i < stops.length; i++) {
      if (test(stops[i] as Span)) return stops[i];
    }
    return undefined;
  }
  for (let i = stopsUntil(stops, time) - 1; i >= 0; i--) {
    if ((stops[i] as Span).start < time && test(stops[i] as Span)) return stops[i];
  }
  return undefined;
}

// Collects spans while a timeline is built: gives them their numbers, and counts what has no time.
import type { Span } from './timeline.ts';

export type SpanInput = Omit<Span, 'id' | 'depth' | 'start' | 'end'> & {
  readonly start: number | undefined;
  readonly end: number | undefined;
};

export class SpanDraft {
  readonly spans: Span[] = [];
  untimed = 0;

  /** The number of the span; undefined where it has no time. A clock that went back gives a span of no length. */
  add({ start, end, ...rest }: SpanInput): number | undefined {
    if (start === undefined || end === undefined) {
      this.untimed++;
      return undefined;
    }
    const id = this.spans.length;
    this.spans.push({ ...rest, id, depth: 0, start, end: Math.max(start, end) });
    return id;
  }
}

/** Lays spans that run at the same time on the same lane below each other. */
export function stackSpans(spans: readonly Span[], stacks: (span: Span) => boolean): Span[] {
  const ends = new Map<string, number[]>();
  const sorted = [...spans].sort((a, b) => a.start - b.start || a.id - b.id);
  return sorted.map((span) => {
    if (!stacks(span)) return span;
    const rows = ends.get(span.lane) ?? [];
    ends.set(span.lane, rows);
    const free = rows.findIndex((end) => end <= span.start);
    const depth = free < 0 ? rows.length : free;
    rows[depth] = Math.max(span.end, span.start + 1);
    return depth === 0 ? span : { ...span, depth };
  });
}

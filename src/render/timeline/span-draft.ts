// Collects spans while a timeline is read: gives them their numbers, and counts what has no time.
import { type SpanInput, SpanRecord } from './span-record.ts';

export class SpanDraft {
  readonly spans: SpanRecord[] = [];
  untimed = 0;

  /** The number of the span; undefined where it has no time. A clock that went back gives a span of no length. */
  add(start: number | undefined, end: number | undefined, input: SpanInput): number | undefined {
    if (start === undefined || end === undefined) {
      this.untimed++;
      return undefined;
    }
    const id = this.spans.length;
    this.spans.push(new SpanRecord(id, start, end < start ? start : end, input));
    return id;
  }
}

/** Sorts spans by their starts, and lays calls that run at the same time on the same lane below each other. */
export function sortSpans(spans: readonly SpanRecord[]): SpanRecord[] {
  const ends = new Map<string, number[]>();
  const sorted = [...spans].sort((a, b) => a.start - b.start || a.id - b.id);
  for (const span of sorted) {
    if (span.kind !== 'tool') continue;
    let rows = ends.get(span.lane);
    if (!rows) {
      rows = [];
      ends.set(span.lane, rows);
    }
    span.depth = freeRow(rows, span);
  }
  return sorted;
}

/** The first row whose last span has ended; takes it until the span's end. */
export function freeRow(ends: number[], { start, end }: { start: number; end: number }): number {
  let row = 0;
  while (row < ends.length && (ends[row] as number) > start) row++;
  ends[row] = Math.max(end, start + 1);
  return row;
}

// Picks what a picture of a stretch of time can show: what is too short to be told apart becomes one span that counts them.
import type { SpanRecord } from './span-record.ts';
import { firstIn, type SpanRow } from './span-rows.ts';
import type { Span } from './timeline.ts';

interface Gathered {
  /** In order of rows and starts. */
  readonly spans: readonly Span[];
  /** What is nearer together than this, in milliseconds of the drawn axis, is one; 0 where nothing was gathered. */
  readonly grain: number;
}

interface GatherOptions {
  /** The part of the drawn axis. */
  readonly from: number;
  readonly to: number;
  /** The finest that is wanted, in milliseconds of the drawn axis. */
  readonly grain: number;
  readonly most: number;
}

/** A span is told with its words only where a picture of its stretch has room for them. */
const ROOM_FOR_WORDS = 6;

/** At most `most` spans, whatever is there: the grain becomes coarser until they fit. */
export function gatherSpans(rows: readonly SpanRow<SpanRecord>[], options: GatherOptions): Gathered {
  const { from, to, most } = options;
  const all = rows.reduce((sum, row) => sum + countIn(row, from, to, most), 0);
  let grain = all <= most ? 0 : options.grain;
  for (;;) {
    const found: Found[] = [];
    for (const row of rows) gatherRow(row, from, to, grain, found);
    if (found.length <= most || grain === 0 || grain >= to - from) {
      const room = grain === 0 ? options.grain : grain;
      return { spans: found.map((one) => tell(one, room, grain)), grain };
    }
    grain *= Math.max(1.3, found.length / most);
  }
}

interface Found {
  span: SpanRecord;
  readonly depth: number;
  readonly start: number;
  readonly first: number;
  end: number;
  last: number;
  count: number;
  failed: boolean;
}

function gatherRow(row: SpanRow<SpanRecord>, from: number, to: number, grain: number, found: Found[]): void {
  let open: Found | undefined;
  for (let i = firstIn(row, from); i < row.spans.length; i++) {
    const [start, end] = [row.from[i] as number, row.to[i] as number];
    if (start > to) break;
    const span = row.spans[i] as SpanRecord;
    const last = open && Math.max(end, open.last);
    if (open && last !== undefined && start < open.last + grain / 2 && last - open.first <= 2 * grain) {
      open.count++;
      open.failed ||= span.failed;
      open.last = last;
      if (span.end > open.end) open.end = span.end;
      if (span.end - span.start > open.span.end - open.span.start) open.span = span;
      continue;
    }
    const { failed } = span;
    open = {
      span,
      depth: row.depth,
      start: span.start,
      end: span.end,
      first: start,
      last: end,
      count: 1,
      failed,
    };
    found.push(open);
  }
}

function tell(
  { span, depth, start, end, first, last, count, failed }: Found,
  room: number,
  grain: number,
): Span {
  // Where nothing was gathered there are few: all have their words.
  const words =
    grain === 0 || (count === 1 && (last - first >= room * ROOM_FOR_WORDS || span.kind === 'prompt'));
  const told = { ...span.tell(words), depth };
  return count === 1 ? told : { ...told, start, end, count, ...(failed ? { failed } : {}) };
}

// Counting stops where it is enough: the answer is only compared with it.
function countIn(row: SpanRow, from: number, to: number, most: number): number {
  let count = 0;
  for (let i = firstIn(row, from); count <= most && i < row.spans.length; i++, count++)
    if ((row.from[i] as number) > to) break;
  return count;
}

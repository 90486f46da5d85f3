// Turns a row of spans into marks of a picture: what is too short to be told apart is drawn as one.
import { firstIn } from '../../../../render/timeline/span-rows.ts';
import type { Span } from '../../../../server/api.ts';
import type { PartRow } from './span-index.ts';

export interface Mark {
  readonly span: Span;
  /** How many spans it stands for; `span` is the longest. */
  readonly count: number;
  readonly failed: boolean;
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
  readonly depth: number;
}

/** A part of the drawn axis, and the pixels that it is drawn on. */
export interface View {
  readonly from: number;
  readonly to: number;
}

export interface Frame extends View {
  readonly left: number;
  readonly right: number;
}

export function xOf(frame: Frame, unit: number): number {
  return frame.left + ((unit - frame.from) / (frame.to - frame.from)) * (frame.right - frame.left);
}

const NARROWEST = 2;
const MERGED = 3;

export function gatherMarks(
  row: PartRow,
  frame: Frame,
  y: number,
  height: number,
  merged: number = MERGED,
): Mark[] {
  const marks: { -readonly [K in keyof Mark]: Mark[K] }[] = [];
  for (let i = firstIn(row, frame.from); i < row.spans.length; i++) {
    const from = row.from[i] as number;
    if (from > frame.to) break;
    const span = row.spans[i] as Span;
    const x = Math.max(xOf(frame, from), frame.left);
    const end = Math.min(xOf(frame, row.to[i] as number), frame.right);
    const last = marks.at(-1);
    const lastEnd = last ? last.x + last.width : Number.NEGATIVE_INFINITY;
    const failed = span.failed === true;
    if (last && x < lastEnd + 0.5 && Math.max(end, lastEnd) - last.x <= merged) {
      last.count += span.count ?? 1;
      last.failed ||= failed;
      last.width = Math.max(end, lastEnd) - last.x;
      if (span.end - span.start > last.span.end - last.span.start) last.span = span;
      continue;
    }
    const at = Math.max(x, lastEnd);
    marks.push({
      span,
      count: span.count ?? 1,
      failed,
      x: at,
      width: Math.max(end - at, NARROWEST),
      y,
      height,
      depth: row.depth,
    });
  }
  return marks;
}

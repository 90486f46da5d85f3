// Lines of a fixed height: the first of many, then all in a box of its own that keeps only the visible ones in the document.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { textStart } from '../../base/text-start.ts';
import { plural } from '../data/format.ts';
import { placeLines } from '../data/place-lines.ts';

interface LongLinesProps {
  readonly count: number;
  readonly line: (index: number) => ComponentChildren;
  readonly className: string;
  /** Lines shown before someone asks for all. */
  readonly first?: number;
  readonly all: boolean;
  /** What is around the lines: a table needs more than a box. */
  readonly frame?: (lines: ComponentChildren) => ComponentChildren;
  /** Stands over the lines, in the same box. */
  readonly head?: ComponentChildren;
}

const AROUND = 20;
const BOX_LINES = 34;

export function LongLines({
  count,
  line,
  className,
  first = 24,
  all,
  frame,
  head,
}: LongLinesProps): JSX.Element {
  const [scroll, setScroll] = useState({ top: 0, room: 0 });
  const box = frame ?? ((lines: ComponentChildren) => lines);
  const shown = all ? count : Math.min(count, first);
  if (shown <= BOX_LINES * 2) {
    return (
      <div class={className} tabIndex={0} role="group" aria-label="Output">
        {head}
        {box(range(0, shown).map(line))}
      </div>
    );
  }
  const { height, at, topOf } = placeLines(count, scroll);
  const from = Math.max(0, at - AROUND);
  const to = Math.min(count, from + BOX_LINES + AROUND * 2);
  return (
    <div
      class={`${className} long`}
      tabIndex={0}
      role="group"
      aria-label={`Output, ${count} lines`}
      onScroll={({ currentTarget: box }) =>
        setScroll({ top: box.scrollTop, room: box.scrollHeight - box.clientHeight })
      }
    >
      {head}
      <div class="long-all" style={{ height: `${height}px` }}>
        <div class="long-part" style={{ transform: `translateY(${topOf(from)}px)` }}>
          {box(range(from, to).map(line))}
        </div>
      </div>
    </div>
  );
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

const MOST = 2000;

/** A line of a megabyte would stop the page: its beginning, and how much more there is. */
export function cutLine(text: string): string {
  return text.length > MOST
    ? `${textStart(text, MOST)} … ${plural(text.length - MOST, 'more character')}`
    : text;
}

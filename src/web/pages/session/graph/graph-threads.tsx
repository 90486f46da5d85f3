// The threads and knots beside the rows, drawn for the lines on the screen only.
import type { JSX } from 'preact';
import type { GraphRow, Knot } from '../../../../server/api.ts';
import { AGENT_FILLS } from '../../../widgets/chart/kind-bands.ts';
import type { GraphLines } from './graph-lines.ts';
import type { GraphPages } from './graph-pages.ts';
import { middleOf, ROW, threadPath } from './thread-path.ts';

interface GraphThreadsProps {
  readonly pages: GraphPages;
  readonly lines: GraphLines;
  /** Lines. */
  readonly first: number;
  readonly last: number;
  readonly selected: number;
}

export const THREADS_WIDTH = 188;

export function GraphThreads({ pages, lines, first, last, selected }: GraphThreadsProps): JSX.Element {
  const top = first * ROW;
  const height = (last - first + 1) * ROW;
  return (
    <svg
      class="g"
      width={THREADS_WIDTH}
      height={height}
      viewBox={`0 ${top} ${THREADS_WIDTH} ${height}`}
      style={{ transform: `translateY(${top}px)` }}
      aria-hidden="true"
    >
      <ThreadMarks pages={pages} lines={lines} first={first} last={last} selected={selected} />
    </svg>
  );
}

/** The same without a frame, for a picture that holds more. */
export function ThreadMarks({ pages, lines, first, last, selected }: GraphThreadsProps): JSX.Element {
  const [from, to] = lines.rowsAmong(first, last);
  const colours = new Map<number, string>();
  const threads = pages.threads(from, to);
  for (const { knot, colour = 0 } of threads)
    if (knot !== undefined) colours.set(knot, AGENT_FILLS[colour] as string);
  const shown = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return (
    <g>
      {threads.map((thread) => (
        <path
          key={thread.key}
          class={`g-${thread.kind}`}
          d={threadPath(thread, lines)}
          style={thread.knot === undefined ? {} : { stroke: colours.get(thread.knot) ?? '' }}
        />
      ))}
      {shown.map((at) => {
        const line = lines.lineAt(at);
        const [row, knot] = [pages.row(line.at), pages.knot(line.at)];
        if (!row || !knot) return null;
        const y = middleOf(at);
        if (line.kind === 'row')
          return (
            <RowKnot
              key={at}
              row={row}
              knot={knot}
              y={y}
              selected={line.at === selected}
              colour={colours.get(line.at) ?? AGENT_FILLS[0]}
            />
          );
        if (line.kind === 'message') return <circle key={at} class="g-message" cx={knot.x} cy={y} r="2.5" />;
        return line.kind === 'entry' ? <path key={at} class="g-entry" d={`M${knot.x} ${y}h10`} /> : null;
      })}
    </g>
  );
}

interface RowKnotProps {
  readonly row: GraphRow;
  readonly knot: Knot;
  readonly y: number;
  readonly selected: boolean;
  readonly colour: string;
}

const BOW =
  'M0 0C-4.5-8-13-6.500-13 0S-4.5 8 0 0 13-6.500 13 0 4.500 8 0 0M0-9c0 4-.6 6-.6 9M0 9c0-4 .6-6 .6-9';

function RowKnot({ row, knot, y, selected, colour }: RowKnotProps): JSX.Element {
  const { x, r } = knot;
  const failed = 'failedCalls' in row && row.failedCalls > 0 && (
    <path class="g-failed" transform={`translate(64 ${y})`} d="M0-4 4 0 0 4-4 0z" />
  );
  const ring = selected && <circle class="g-chosen" cx={x} cy={y} r={r + 4} />;
  if (row.type === 'compaction') return <path class="g-bow" transform={`translate(${x} ${y})`} d={BOW} />;
  if (row.type === 'agent') {
    return (
      <g>
        {ring}
        <circle class="g-agent-knot" cx={x} cy={y} r={r} style={{ fill: colour }} />
        <path class="g-to-name" d={`M${x + 7} ${y}H168`} style={{ stroke: colour }} />
        {failed}
      </g>
    );
  }
  const look =
    row.state !== 'live' ? 'g-ring g-dim' : row.left ? 'g-ring' : row.sent ? 'g-knot' : 'g-knot-gone';
  return (
    <g>
      {ring}
      <circle class={look} cx={x} cy={y} r={r} />
      {failed}
      {!row.left && row.turn > 0 && (
        <text class="g-no" x="50" y={y + 4} text-anchor="end">
          {row.turn}
        </text>
      )}
    </g>
  );
}

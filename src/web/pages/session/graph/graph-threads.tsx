// The threads and knots beside the rows, drawn for the rows on the screen only.
import type { JSX } from 'preact';
import type { GraphRow } from '../../../../server/api.ts';
import { type GraphLayout, ROW } from './lay-out-graph.ts';

interface GraphThreadsProps {
  readonly rows: readonly GraphRow[];
  readonly layout: GraphLayout;
  readonly first: number;
  readonly last: number;
  readonly selected: number;
}

export function GraphThreads({ rows, layout, first, last, selected }: GraphThreadsProps): JSX.Element {
  const top = first * ROW;
  const height = (last - first + 1) * ROW;
  const shown = layout.threads.filter(({ from, to }) => from <= last && to >= first);
  const indices = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return (
    <svg
      class="g"
      width="188"
      height={height}
      viewBox={`0 ${top} 188 ${height}`}
      style={{ transform: `translateY(${top}px)` }}
      aria-hidden="true"
    >
      {shown.map(({ key, path, kind, colour }) => (
        <path key={key} class={`g-${kind}`} d={path} style={colour === undefined ? {} : { stroke: colour }} />
      ))}
      {indices.map((at) => {
        const row = rows[at];
        return row && <RowKnot key={at} row={row} at={at} layout={layout} selected={at === selected} />;
      })}
    </svg>
  );
}

interface RowKnotProps {
  readonly row: GraphRow;
  readonly at: number;
  readonly layout: GraphLayout;
  readonly selected: boolean;
}

const BOW =
  'M0 0C-4.5-8-13-6.500-13 0S-4.5 8 0 0 13-6.500 13 0 4.500 8 0 0M0-9c0 4-.6 6-.6 9M0 9c0-4 .6-6 .6-9';

function RowKnot({ row, at, layout, selected }: RowKnotProps): JSX.Element {
  const { x, r } = layout.knots[at] ?? { x: 84, r: 4 };
  const y = at * ROW + ROW / 2;
  if (row.type === 'compaction') return <path class="g-bow" transform={`translate(${x} ${y})`} d={BOW} />;
  if (row.type === 'agent') {
    const colour = layout.threads.find(({ key }) => key === `a${at}`)?.colour ?? 'var(--f-agent)';
    return (
      <g>
        <circle class="g-agent-knot" cx={x} cy={y} r={r} style={{ fill: colour }} />
        <path class="g-to-name" d={`M${x + 7} ${y}H176`} style={{ stroke: colour }} />
        {row.failedCalls > 0 && (
          <path class="g-failed" transform={`translate(64 ${y})`} d="M0-4 4 0 0 4-4 0z" />
        )}
      </g>
    );
  }
  return (
    <g>
      {selected && <circle class="g-chosen" cx={x} cy={y} r={r + 4} />}
      <circle class={row.left ? 'g-ring' : row.sent ? 'g-knot' : 'g-knot-gone'} cx={x} cy={y} r={r} />
      {row.failedCalls > 0 && (
        <path class="g-failed" transform={`translate(64 ${y})`} d="M0-4 4 0 0 4-4 0z" />
      )}
      {!row.left && row.turn > 0 && (
        <text class="g-no" x="44" y={y + 4} text-anchor="end">
          {row.turn}
        </text>
      )}
    </g>
  );
}

// One row of the graph: what was asked, how many calls, what it added to the window, and when.
import type { JSX } from 'preact';
import { stripToLine } from '../../../../base/strip-controls.ts';
import { growthOf } from '../../../../render/turn-graph/lay-out-graph.ts';
import type { GraphRow } from '../../../../server/api.ts';
import { formatClockAfter, formatK, formatMoment, formatTook, plural } from '../../../data/format.ts';
import { Icon } from '../../../widgets/icon.tsx';

interface GraphRowProps {
  readonly row: GraphRow;
  /** When the row above it was, or whatever is on the same day where days need not be told. */
  readonly before: number | undefined;
  readonly most: number;
  readonly selected: boolean;
  readonly href: string;
  readonly open: () => void;
  readonly top: number;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

export function GraphRowView(props: GraphRowProps): JSX.Element {
  const { row, before, most, selected, href, open, top, isOpen, toggle } = props;
  const growth = growthOf(row);
  return (
    <div class="grow" style={{ transform: `translateY(${top}px)` }}>
      {row.type !== 'compaction' && (
        <button
          type="button"
          class="grow-open"
          aria-expanded={isOpen}
          aria-label={`Messages of ${row.type === 'agent' ? 'the agent' : `turn ${row.turn}`}`}
          onClick={toggle}
        >
          <Icon name={isOpen ? 'down' : 'right'} />
        </button>
      )}
      <a
        class={`grow-row ${lookOf(row)}`}
        aria-current={selected ? 'true' : undefined}
        href={href}
        onDblClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          open();
        }}
      >
        <span class="one tx">
          {row.type === 'turn' && <span class="vh">Turn {row.turn}: </span>}
          {row.type === 'agent' && <span class="vh">Agent: </span>}
          {rowWords(row)}
        </span>
        <span class="num x">{'calls' in row && row.calls > 0 ? plural(row.calls, 'call') : ''}</span>
        <span class="tokbar num">
          <i
            class={row.type === 'agent' ? 'of-agent' : ''}
            style={{ width: `${Math.min((growth / most) * 64, 64)}px` }}
          />
          <span>{sizeWords(row)}</span>
        </span>
        <span class="num x" title={formatMoment(row.time)}>
          {row.type === 'agent' ? formatTook(row.durationMs) : formatClockAfter(row.time, before)}
        </span>
      </a>
    </div>
  );
}

function lookOf(row: GraphRow): string {
  if (row.type === 'agent') return 'ag';
  if (row.type === 'compaction') return 'cm';
  if (row.left) return row.state === 'live' ? 'off' : 'off dim';
  return row.sent ? '' : 'out';
}

export function rowWords(row: GraphRow): string {
  // What agents are where nothing else was asked for tells nothing about this one.
  if (row.type === 'agent') return stripToLine(row.name).replace(/^general-purpose: /, '');
  if (row.type === 'compaction') {
    if (row.before === undefined) return 'Compacted';
    if (row.after === undefined) return `Compacted at ${formatK(row.before)}`;
    return `Compacted, ${formatK(row.before)} became ${formatK(row.after)}`;
  }
  const prompt = stripToLine(row.prompt) || (row.turn === 0 ? 'Before the first prompt' : 'No prompt');
  // First, because the end of a long prompt is out of sight.
  if (row.state === 'phantom') return `A poorer copy: ${prompt}`;
  return row.state === 'cancelled' ? `Taken back: ${prompt}` : prompt;
}

/** What a turn added, what an agent came to, what a compaction freed. */
export function sizeWords(row: GraphRow): string {
  if (row.type === 'agent') return row.tokens === undefined ? '' : formatK(row.tokens);
  const change =
    row.type === 'turn'
      ? row.change
      : row.before === undefined || row.after === undefined
        ? undefined
        : row.after - row.before;
  if (change === undefined || change === 0) return '';
  return `${change < 0 ? '−' : '+'}${formatK(Math.abs(change))}`;
}

// One item of a transcript on its strands: the thread, and beside it those of agents that are open.
import type { ComponentChildren, JSX } from 'preact';
import type { WebRow } from '../../../server/api.ts';
import type { ThreadRows } from '../../data/thread-rows.ts';
import type { Item } from '../../data/transcript-list.ts';
import { EndRow } from './end-row.tsx';
import { AgentRow, ImageRow, NoticeRow, UnknownRow, UnreadableRow } from './event-rows.tsx';
import { AgentEnd, AgentStart, CompactionRow, ForkRow } from './knot-rows.tsx';
import { PromptRow } from './prompt-row.tsx';
import { TextRow, ThinkingRow } from './text-rows.tsx';
import { bracketOf, ToolRow } from './tool-row.tsx';
import { TurnHead } from './turn-row.tsx';

interface ItemViewProps {
  readonly item: Item;
  /** No longer sent to the model: the thread is dashed. */
  readonly gone: boolean;
}

export function ItemView({ item, gone }: ItemViewProps): JSX.Element {
  return (
    <Strands depth={item.depth} gone={gone}>
      {item.kind === 'row' ? (
        <LoadedRow rows={item.rows} index={item.index} depth={item.depth} />
      ) : item.kind === 'agent-start' ? (
        <AgentStart agent={item.agent} />
      ) : item.kind === 'agent-end' ? (
        <AgentEnd />
      ) : (
        <EndRow />
      )}
    </Strands>
  );
}

interface StrandsProps {
  readonly depth: number;
  readonly gone: boolean;
  readonly children: ComponentChildren;
}

function Strands({ depth, gone, children }: StrandsProps): JSX.Element {
  let inner = <>{children}</>;
  for (let level = depth; level > 0; level--) {
    inner = <div class={`strand strand-agent strand-agent-${((level - 1) % 3) + 1}`}>{inner}</div>;
  }
  return <div class={gone ? 'strand strand-gone' : 'strand'}>{inner}</div>;
}

interface LoadedRowProps {
  readonly rows: ThreadRows;
  readonly index: number;
  readonly depth: number;
}

function LoadedRow({ rows, index, depth }: LoadedRowProps): JSX.Element {
  const row = rows.at(index);
  if (!row) return <GhostLine index={index} />;
  const bracket = row.kind === 'tool' ? bracketOf(row) : '';
  const shown = <RowView row={row} rows={rows} depth={depth} />;
  if (bracket === '') return shown;
  return (
    <div class={bracket}>
      {row.kind === 'tool' && row.parallel.position === Math.ceil(row.parallel.count / 2) && (
        <span class={row.parallel.count % 2 === 0 ? 'calls-note calls-note-low' : 'calls-note'}>
          {row.parallel.count} at once
        </span>
      )}
      {shown}
    </div>
  );
}

interface RowViewProps {
  readonly row: WebRow;
  readonly rows: ThreadRows;
  readonly depth: number;
}

export function RowView({ row, rows, depth }: RowViewProps): JSX.Element | null {
  switch (row.kind) {
    case 'session':
      return null;
    case 'turn':
      return <TurnHead row={row} rows={rows} depth={depth} />;
    case 'prompt':
      return <PromptRow row={row} rows={rows} depth={depth} />;
    case 'thinking':
      return <ThinkingRow row={row} rows={rows} depth={depth} />;
    case 'text':
      return <TextRow row={row} rows={rows} depth={depth} />;
    case 'tool':
      return <ToolRow row={row} rows={rows} depth={depth} />;
    case 'agent':
      return <AgentRow row={row} rows={rows} depth={depth} />;
    case 'compaction':
      return <CompactionRow row={row} rows={rows} depth={depth} />;
    case 'fork':
      return <ForkRow row={row} rows={rows} depth={depth} />;
    case 'notice':
      return <NoticeRow row={row} rows={rows} depth={depth} />;
    case 'image':
      return <ImageRow row={row} rows={rows} depth={depth} />;
    case 'unknown':
      return <UnknownRow row={row} rows={rows} depth={depth} />;
    case 'unreadable':
      return <UnreadableRow row={row} rows={rows} depth={depth} />;
  }
}

/** The shape of a row that is still on its way. */
function GhostLine({ index }: { readonly index: number }): JSX.Element {
  return (
    <div class="bead ghost-line loading" aria-hidden="true">
      <span class="ghost" style={{ width: `${24 + ((index * 29) % 48)}%` }} />
    </div>
  );
}

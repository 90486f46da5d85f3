// A tool call: one line until it is opened.
import type { JSX } from 'preact';
import type { WebToolRow } from '../../../server/api.ts';
import { formatTook } from '../../data/format.ts';
import { iconOfTool } from '../../data/tool-icon.ts';
import { describeToolLine } from '../../data/tool-line.ts';
import { TranscriptState } from '../../data/transcript-state.ts';
import { Icon } from '../icon.tsx';
import { ToolBody } from '../tool-bodies/tool-body.tsx';
import { Bead } from './bead.tsx';
import type { RowProps } from './reader.ts';

export function ToolRow({ row, rows }: RowProps<WebToolRow>): JSX.Element {
  const { name, arg, gist, out, failure } = describeToolLine(row);
  const isAgent = row.view.tool === 'Agent';
  // An agent's strand is part of the list, not of the line that it leaves from.
  const strand = TranscriptState.agentsOf(row).length > 0;
  return (
    <Bead
      row={row}
      rows={rows}
      icon={iconOfTool(row.name)}
      kind={isAgent ? 'agent' : 'tool'}
      className={isAgent ? 'call agent' : 'call'}
      name={name}
      arg={arg}
      gist={gist}
      out={failure === '' ? <Outcome row={row} words={out} /> : <Failed words={failure} />}
      time={formatTook(row.durationMs)}
      error={row.isError}
      body={() => (strand ? null : <ToolBody row={row} rows={rows} />)}
    />
  );
}

function Failed({ words }: { readonly words: string }): JSX.Element {
  return (
    <span class="fail">
      <Icon name="close" />
      {words}
    </span>
  );
}

function Outcome({ row, words }: { readonly row: WebToolRow; readonly words: string }): JSX.Element {
  const { view } = row;
  if (!('hunks' in view)) return <>{words}</>;
  return (
    <>
      {view.created && 'new '}
      {view.added > 0 && <span class="plus">+{view.added}</span>}{' '}
      {view.removed > 0 && <span class="minus">−{view.removed}</span>}
    </>
  );
}

/** The bracket around calls that were made at once: rows are apart in the list, so each draws its part. */
export function bracketOf({ parallel }: WebToolRow): string {
  if (parallel.count < 2) return '';
  const edge =
    parallel.position <= 1 ? ' calls-first' : parallel.position >= parallel.count ? ' calls-last' : '';
  return `calls${edge}`;
}

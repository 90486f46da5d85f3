// A line below an opened row: a message, one of its entries with its line in the file, or a word about what is missing.
import type { JSX } from 'preact';
import { stripToLine } from '../../../../base/strip-controls.ts';
import type { GraphRow } from '../../../../server/api.ts';
import { formatClockAfter, formatK, formatNumber } from '../../../data/format.ts';
import { hrefWith } from '../../../data/route.ts';
import { Icon } from '../../../widgets/icon.tsx';
import type { Line } from './graph-lines.ts';
import { paramsOfLine } from './row-address.ts';

interface GraphChildProps {
  readonly line: Exclude<Line, { readonly kind: 'row' }>;
  readonly row: GraphRow | undefined;
  readonly top: number;
  readonly selected: boolean;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly open: (line: number) => void;
}

const ROLES = { user: 'to the model', assistant: 'from the model', other: 'beside them' } as const;

export function GraphChild({ line, row, top, selected, isOpen, toggle, open }: GraphChildProps): JSX.Element {
  const place = { transform: `translateY(${top}px)` };
  if (line.kind === 'note' || !row) {
    return (
      <div class="grow-child quiet" style={place}>
        {line.kind === 'note' ? line.words : ''}
      </div>
    );
  }
  const { words, line: number, time } = line.kind === 'message' ? line.message : line.entry;
  const isMessage = line.kind === 'message';
  return (
    <div class={`grow-child ${isMessage ? 'of-message' : 'of-entry'}`} style={place}>
      {isMessage && (
        <button
          type="button"
          class="grow-open"
          aria-expanded={isOpen}
          aria-label={`Entries of the message in line ${number}`}
          onClick={toggle}
        >
          <Icon name={isOpen ? 'down' : 'right'} />
        </button>
      )}
      <a
        href={hrefWith(paramsOfLine(row, number))}
        aria-current={selected ? 'true' : undefined}
        onDblClick={() => open(number)}
      >
        <span class="meta">{isMessage ? ROLES[line.message.role] : line.entry.type}</span>
        <span class={`one ${isMessage && line.message.failed ? 'k-error' : ''}`}>{stripToLine(words)}</span>
        <span class="num">
          {isMessage
            ? [entryCount(line.message.entries.length), tokenWords(line.message.tokens)]
                .filter(Boolean)
                .join(', ')
            : ''}
        </span>
        <span class="num">line {formatNumber(number)}</span>
        <span class="num x">{formatClockAfter(time, row.time ?? time)}</span>
      </a>
    </div>
  );
}

function entryCount(count: number): string {
  return count > 1 ? `${formatNumber(count)} entries` : '';
}

function tokenWords(tokens: number | undefined): string {
  return tokens === undefined || tokens === 0 ? '' : `${formatK(tokens)} tokens`;
}

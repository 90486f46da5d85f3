// One-line things on the thread: name, words, outcome, time and tokens in columns that read down; some open.
import type { ComponentChildren, JSX } from 'preact';
import type { AnyRow } from '../../../server/api.ts';
import { formatBeadTokens } from '../../data/format.ts';
import type { ThreadRows } from '../../data/thread-rows.ts';
import { Icon, type IconName } from '../icon.tsx';
import { useReader } from './reader.ts';

export type Kind = 'user' | 'asst' | 'think' | 'tool' | 'result' | 'error' | 'agent' | 'system' | 'compact';

interface BeadProps {
  readonly row: AnyRow;
  readonly rows: ThreadRows;
  readonly icon: IconName;
  readonly kind: Kind;
  readonly name: string;
  /** Words set as code, or else as text. */
  readonly arg?: string | undefined;
  readonly gist?: string | undefined;
  readonly out?: ComponentChildren;
  readonly time?: string | undefined;
  readonly className?: string;
  readonly error?: boolean;
  /** What opens under the line; without it the line does not open. Called only while it is open. */
  readonly body?: (() => ComponentChildren) | undefined;
}

export function Bead(props: BeadProps): JSX.Element {
  const { row, rows, icon, kind, className = '', error = false, body } = props;
  const { state } = useReader();
  const selected = isSelected(state.selected.value, rows, row.index);
  const classes = ['bead', className, selected ? 'is-sel' : '', error ? 'is-error' : '']
    .filter(Boolean)
    .join(' ');
  const glyph = (
    <span class={`glyph k-${kind}`}>
      <Icon name={icon} />
    </span>
  );
  const select = () => {
    state.selected.value = { rows, index: row.index };
  };
  if (!body) {
    return (
      <div class={classes} onClick={select}>
        {glyph}
        <div class="line">
          <Columns {...props} />
        </div>
      </div>
    );
  }
  const open = state.isOpen(rows, row.index);
  return (
    <details class={`${classes} fold`} open={open}>
      <summary
        class="line"
        onClick={(event) => {
          event.preventDefault();
          select();
          state.toggle(rows, row.index);
        }}
      >
        {glyph}
        <Columns {...props} />
      </summary>
      {open && <div class="body">{body()}</div>}
    </details>
  );
}

function Columns({ row, name, arg, gist, out, time }: BeadProps): JSX.Element {
  return (
    <>
      <span class="name">{name}</span>
      {arg === undefined ? <span class="gist">{gist ?? ''}</span> : <span class="arg">{arg}</span>}
      <span class="out">{out}</span>
      <span class="t">{time ?? ''}</span>
      <span class="tok">{formatBeadTokens(row.tokens)}</span>
    </>
  );
}

export function isSelected(
  selection: { readonly rows: ThreadRows; readonly index: number } | undefined,
  rows: ThreadRows,
  index: number,
): boolean {
  return selection?.rows === rows && selection.index === index;
}

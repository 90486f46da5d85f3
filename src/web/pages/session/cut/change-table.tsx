// A table of tokens before and after a cut; its rows end in `ChangeCells`.
import type { ComponentChildren, JSX } from 'preact';
import { formatNumber } from '../../../data/format.ts';
import { formatChange } from './parse-tokens.ts';

interface ChangeTableProps {
  /** What a row is about. */
  readonly of: string;
  readonly children: ComponentChildren;
}

export function ChangeTable({ of, children }: ChangeTableProps): JSX.Element {
  return (
    <table class="tbl">
      <thead>
        <tr>
          <th>{of}</th>
          <th class="num">Before</th>
          <th class="num">After</th>
          <th class="num">Change</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface ChangeCellsProps {
  readonly before: number;
  readonly after: number;
  readonly bold?: boolean;
}

export function ChangeCells({ before, after, bold = false }: ChangeCellsProps): JSX.Element {
  const kind = bold ? 'num b' : 'num';
  return (
    <>
      <td class={kind}>{formatNumber(Math.round(before))}</td>
      <td class={kind}>{formatNumber(Math.round(after))}</td>
      <td class={kind}>{formatChange(Math.round(after - before))}</td>
    </>
  );
}

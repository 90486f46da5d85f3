// Turns a picture into the table behind it, and back.
import type { JSX } from 'preact';
import { Icon } from '../icon.tsx';

interface TableButtonProps {
  /** Whether the table is shown instead of the picture. */
  readonly table: boolean;
  readonly setTable: (table: boolean) => void;
}

export function TableButton({ table, setTable }: TableButtonProps): JSX.Element {
  return (
    <button type="button" class="btn btn-bare" aria-pressed={table} onClick={() => setTable(!table)}>
      <Icon name="table" />
      {table ? 'Picture' : 'Table'} <kbd>T</kbd>
    </button>
  );
}

// A text of a tool row with the reader's wish to see all of it, kept while the row is away from the screen.
import type { AnyRow, CutText } from '../../../server/api.ts';
import type { ThreadRows } from '../../data/thread-rows.ts';
import { useWholeText, type WholeText } from '../../data/whole-text.ts';
import { useReader } from '../transcript/reader.ts';

export interface ShownText {
  readonly whole: WholeText;
  readonly all: boolean;
  readonly setAll: (all: boolean) => void;
}

export function useText(
  rows: ThreadRows,
  row: AnyRow,
  path: string,
  start: string,
  missing?: CutText,
): ShownText {
  const { state } = useReader();
  const whole = useWholeText(state.source, rows, row, path, start, missing);
  const part = ` ${path}`;
  return {
    whole,
    all: state.isOpen(rows, row.index, part),
    setAll: (all) => state.setOpen(rows, row.index, all, part),
  };
}

// Lays out rows of text in aligned columns by their width on a terminal.
import { cutToWidth, widthOf } from '../base/cut-to-width.ts';

export interface TableOptions {
  /** One letter a column: `l` or `r`. */
  readonly align: string;
  /** The widest a line may be; the first column is cut to fit. */
  readonly width: number;
  readonly indent?: number;
  /** Colours a cell after it has been padded, so that colour codes do not count as width. */
  readonly paint?: (cell: string, column: number) => string;
}

const GAP = 2;

/** Cells must be clean of control characters. Lines have no spaces at their ends. */
export function alignTable(rows: readonly (readonly string[])[], options: TableOptions): string[] {
  const { align, width, indent = 2, paint = (cell) => cell } = options;
  const widths = [...align].map((_, column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), 0),
  );
  const others = widths.slice(1).reduce((sum, cell) => sum + cell + GAP, indent);
  widths[0] = Math.min(widths[0] ?? 0, Math.max(MIN_FIRST, width - others));
  return rows.map((row) => {
    const columns = row.findLastIndex((cell) => cell !== '') + 1;
    const cells = [...align].slice(0, columns).map((side, column) => {
      const cell = pad(cutToWidth(row[column] ?? '', widths[column] ?? 0), widths[column] ?? 0, side);
      return paint(column === columns - 1 ? cell.trimEnd() : cell, column);
    });
    return `${' '.repeat(indent)}${cells.join(' '.repeat(GAP))}`;
  });
}

const MIN_FIRST = 8;

function pad(text: string, width: number, side: string): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return side === 'r' ? space + text : text + space;
}

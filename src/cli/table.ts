// Prints rows as aligned columns: on a terminal they fit its width (one column gives way, minor ones go), in a pipe nothing is cut.
import stringWidth from 'string-width';
import { cutTo } from '../survey/text-table.ts';

export interface Column<Row> {
  readonly head: string;
  /** Text without control characters; empty where there is nothing to say. */
  readonly cell: (row: Row) => string;
  readonly align?: 'left' | 'right';
  /** The column that gives way when the line is too long. */
  readonly gives?: boolean;
  /** The widest it may be on a terminal. */
  readonly most?: number;
  /** On a narrow terminal, columns with the highest figure go first; those without one stay. */
  readonly minor?: number;
  /** Colours a cell after it was padded, so that colour codes do not count as width. */
  readonly paint?: (cell: string, row: Row) => string;
}

export interface TableLayout {
  /** The terminal's width; undefined for a pipe, where nothing is cut. */
  readonly width: number | undefined;
  readonly paintHead?: (head: string) => string;
}

const GAP = '  ';
/** Below this the giving column says too little, and a minor column goes instead. */
const LEAST_GIVING = 32;

/** The table as lines. A column in which every cell is empty is left out. */
export function printTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  layout: TableLayout,
): string {
  const { width, paintHead = (head: string) => head } = layout;
  let laid = columns
    .map((column) => layColumn(rows, column, width !== undefined))
    .filter((one) => one.cells.some((cell) => cell !== ''));
  if (width !== undefined) laid = fitColumns(laid, width);
  const lines = [paintHead(joinCells(laid.map((one) => pad(one.column.head, one))))];
  for (const [i, row] of rows.entries()) {
    const cells = laid.map((one) => {
      const cell = pad(one.cells[i] ?? '', one);
      return one.column.paint ? one.column.paint(cell, row) : cell;
    });
    lines.push(joinCells(cells));
  }
  return `${lines.join('\n')}\n`;
}

interface Laid<Row> {
  readonly column: Column<Row>;
  readonly cells: readonly string[];
  readonly width: number;
}

function layColumn<Row>(rows: readonly Row[], column: Column<Row>, terminal: boolean): Laid<Row> {
  const most = terminal ? (column.most ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const cells = rows.map(column.cell);
  const width = cells.reduce((widest, cell) => Math.max(widest, widthOf(cell)), widthOf(column.head));
  return { column, cells, width: Math.min(width, most) };
}

function fitColumns<Row>(columns: readonly Laid<Row>[], width: number): Laid<Row>[] {
  const laid = [...columns];
  for (;;) {
    const over = laid.reduce((sum, one) => sum + one.width + GAP.length, -GAP.length) - width;
    if (over <= 0) return laid;
    const giving = laid.find((one) => one.column.gives);
    const minor = laid.reduce((most, one) => Math.max(most, one.column.minor ?? 0), 0);
    if (giving && (giving.width - over >= LEAST_GIVING || minor === 0)) {
      const least = Math.min(giving.width, 8);
      laid[laid.indexOf(giving)] = { ...giving, width: Math.max(least, giving.width - over) };
      return laid;
    }
    if (minor === 0) return laid;
    laid.splice(
      laid.findLastIndex((one) => one.column.minor === minor),
      1,
    );
  }
}

function pad<Row>(text: string, { column, width }: Laid<Row>): string {
  const cut = widthOf(text) <= width ? text : cutTo(text, width);
  const space = ' '.repeat(Math.max(0, width - widthOf(cut)));
  return column.align === 'right' ? space + cut : cut + space;
}

// Measuring every title took a third of a whole `clew ls`; most are ASCII, where a letter is a column.
function widthOf(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : stringWidth(text);
}

function joinCells(cells: readonly string[]): string {
  return cells.join(GAP).trimEnd();
}

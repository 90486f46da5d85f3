// Prints rows as aligned columns: on a terminal they fit its width (one column gives way, minor ones go), in a pipe nothing is cut.
import pc from 'picocolors';
import type { CliContext } from './context.ts';
import { loadTextWidth, type TextWidth } from './text-width.ts';

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

/** How a table is laid out for whoever reads it: to the terminal's width, with a faint head. */
export function layoutFor({ terminal, columns, color }: CliContext): TableLayout {
  return { width: terminal ? columns : undefined, paintHead: pc.createColors(color).dim };
}

const GAP = '  ';
/** In a pipe a longer cell stands out: padding every row to the longest name that anyone made up would multiply it by the rows. */
const MOST_PADDED = 200;
/** Below this the giving column says too little, and a minor column goes instead. */
const LEAST_GIVING = 32;

/** The table as lines. A column in which every cell is empty is left out. */
export async function printTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  layout: TableLayout,
): Promise<string> {
  const { width, paintHead = (head: string) => head } = layout;
  const filled = columns
    .map((column) => ({ column, cells: rows.map(column.cell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const measure = await loadTextWidth(filled.map(({ column, cells }) => `${column.head} ${cells.join(' ')}`));
  let laid = filled.map((one) => layColumn(one, measure, width !== undefined));
  if (width !== undefined) laid = fitColumns(laid, width);
  const lines = [paintHead(joinCells(laid.map((one) => pad(one.column.head, one, measure))))];
  rows.forEach((row, i) => {
    const cells = laid.map((one) => {
      const cell = pad(one.cells[i] ?? '', one, measure);
      return one.column.paint ? one.column.paint(cell, row) : cell;
    });
    lines.push(joinCells(cells));
  });
  return `${lines.join('\n')}\n`;
}

interface Laid<Row> {
  readonly column: Column<Row>;
  readonly cells: readonly string[];
  readonly width: number;
  /** Whether what is wider than the column is cut. */
  readonly cuts: boolean;
}

function layColumn<Row>(
  { column, cells }: Pick<Laid<Row>, 'column' | 'cells'>,
  { widthOf }: TextWidth,
  terminal: boolean,
): Laid<Row> {
  const most = terminal ? (column.most ?? Number.POSITIVE_INFINITY) : MOST_PADDED;
  let widest = widthOf(column.head);
  for (const cell of cells) widest = Math.max(widest, widthOf(cell));
  return { column, cells, width: Math.min(widest, most), cuts: terminal };
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

function pad<Row>(text: string, { column, width, cuts }: Laid<Row>, { widthOf, cutTo }: TextWidth): string {
  const own = widthOf(text);
  if (own === width || (own > width && !cuts)) return text;
  const cut = own < width ? text : cutTo(text, width);
  const space = ' '.repeat(Math.max(0, width - (own < width ? own : widthOf(cut))));
  return column.align === 'right' ? space + cut : cut + space;
}

function joinCells(cells: readonly string[]): string {
  return cells.join(GAP).trimEnd();
}

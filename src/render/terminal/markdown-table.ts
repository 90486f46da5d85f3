// A markdown table in columns that fit the width; where they cannot, each row as a short list.
import type { Tokens } from 'marked';
import { padEnd, widthOf, wrapWords } from './fit-text.ts';
import { inlineText } from './markdown-inline.ts';
import type { Palette } from './palette.ts';

const GAP = ' │ ';
const MIN_COLUMN = 6;

export function tableLines(table: Tokens.Table, width: number, palette: Palette): string[] {
  const header = table.header.map((cell) => inlineText(cell.tokens, palette));
  const rows = table.rows.map((row) => row.map((cell) => inlineText(cell.tokens, palette)));
  const widths = fitColumns([header, ...rows], width - GAP.length * (header.length - 1));
  if (!widths) return listRows(header, rows, width, palette);
  const rule = widths.map((column) => '─'.repeat(column)).join('─┼─');
  return [
    ...rowLines(header.map(palette.strong), widths, palette),
    palette.faint(rule),
    ...rows.flatMap((row) => rowLines(row, widths, palette)),
  ];
}

/** Natural widths where they fit; else the widest columns give way first. Undefined where even that is too much. */
function fitColumns(rows: readonly (readonly string[])[], available: number): number[] | undefined {
  const natural = (rows[0] ?? []).map((_, i) => Math.max(1, ...rows.map((row) => widthOf(row[i] ?? ''))));
  if (natural.length * MIN_COLUMN > available) {
    return natural.reduce((sum, column) => sum + column, 0) <= available ? natural : undefined;
  }
  let limit = available;
  for (;;) {
    const widths = natural.map((column) => Math.min(column, limit));
    const excess = widths.reduce((sum, column) => sum + column, 0) - available;
    if (excess <= 0) return widths;
    const widest = widths.filter((column) => column === Math.max(...widths)).length;
    limit = Math.max(...widths) - Math.ceil(excess / widest);
  }
}

function rowLines(cells: readonly string[], widths: readonly number[], palette: Palette): string[] {
  const wrapped = widths.map((column, i) => wrapWords(cells[i] ?? '', column));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((lines, i) => padEnd(lines[line] ?? '', widths[i] as number))
      .join(palette.faint(GAP))
      .trimEnd(),
  );
}

function listRows(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  palette: Palette,
): string[] {
  return rows.flatMap((row, i) => [
    ...(i === 0 ? [] : ['']),
    ...row.flatMap((cell, column) => wrapWords(`${palette.strong(header[column] ?? '')}: ${cell}`, width)),
  ]);
}

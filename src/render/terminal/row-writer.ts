// Writes a transcript row by row: text that can be printed as it comes, so that a huge session starts at once.
import { makeClock } from '../format.ts';
import type { Row } from '../row.ts';
import { framePiece } from './frame-pieces.ts';
import type { Highlight } from './highlight.ts';
import type { Paint, Piece } from './paint.ts';
import type { Palette } from './palette.ts';
import { rowPiece } from './row-piece.ts';

interface RowWriterOptions {
  readonly palette: Palette;
  readonly highlight?: Highlight | undefined;
  readonly columns: number;
  /** Whether the text goes to a terminal: then no line is longer than its columns. */
  readonly terminal: boolean;
  readonly full: boolean;
  readonly thinking: boolean;
  readonly timeZone?: string | undefined;
  /** What shows this session, such as `clew show 1a2b3c4d`: hints on what was cut build on it. */
  readonly command: string;
}

export interface RowWriter {
  /** The row's lines, each with its newline; empty where the row is not shown. */
  readonly write: (row: Row) => string;
}

const MIN_COLUMNS = 20;
const GUTTER = 2;

export function makeRowWriter(options: RowWriterOptions): RowWriter {
  const base: Omit<Paint, 'more'> = {
    palette: options.palette,
    highlight: options.highlight,
    clock: makeClock(options.timeZone),
    width: Math.max(MIN_COLUMNS, options.columns) - GUTTER,
    breakCode: options.terminal,
    full: options.full,
    thinking: options.thinking,
  };
  let last: Piece | undefined;
  // What stands before the first prompt is mostly housekeeping: its knot waits until something follows that is shown.
  let waiting: Piece | undefined;
  let turnBefore: number | undefined;
  let more = `${options.command} --full`;
  return {
    write: (row) => {
      if (row.kind === 'turn') more = `${options.command} --turn ${row.number} --full`;
      const paint: Paint = { ...base, more };
      const piece = rowPiece(row, paint, turnBefore);
      if (row.kind === 'turn') turnBefore = row.start ?? turnBefore;
      if (!piece || piece.lines.length === 0) return '';
      if (row.kind === 'turn') waiting = row.number === 0 ? piece : undefined;
      if (waiting === piece) return '';
      const lines: string[] = [];
      for (const next of waiting ? [waiting, piece] : [piece]) {
        for (const line of framePiece(next, last, paint)) lines.push(`${line}\n`);
        last = next;
      }
      waiting = undefined;
      return lines.join('');
    },
  };
}

// Sets pieces on the thread: the line down the left, and empty lines where they help the eye.
import type { Paint, Piece } from './paint.ts';

export function framePieces(pieces: readonly Piece[], paint: Paint): string[] {
  const lines: string[] = [];
  let last: Piece | undefined;
  for (const piece of pieces) {
    for (const line of framePiece(piece, last, paint)) lines.push(line);
    last = piece;
  }
  return lines;
}

/** The lines of one piece behind another one, with the empty line between them where there should be one. */
export function framePiece(piece: Piece, last: Piece | undefined, { palette }: Paint): string[] {
  const thread = palette.faint('│');
  const bar = piece.gutter === 'prompt' ? palette.user('┃') : thread;
  const lines = piece.lines.map((line) => {
    if (piece.gutter === 'none') return line;
    return line === '' ? bar : `${bar} ${line}`;
  });
  // Directly under a knot or a cut the text needs no distance.
  const parted = last !== undefined && last.gutter !== 'none' && (piece.spaced || last.spaced);
  return parted ? [thread, ...lines] : lines;
}

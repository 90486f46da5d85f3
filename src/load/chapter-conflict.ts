// Says that a clone cannot be made in the chapters it was tried in, and what the next try has to know.
import type { CutSize } from '../context/tokens/cut-size.ts';

/** What one try has told the next. */
export interface ChapterHints {
  /** Boundaries, by their lines, that the file must not be parted at; `all` of them if nothing else helps. */
  readonly closed?: ReadonlySet<number> | 'all';
  /** The time that the clone's leaf will have. */
  readonly leafTime?: number;
  /** Whether the cuts change anything. */
  readonly isCut?: boolean;
  /** The size that the source was cut to; `none` where it says nothing of this conversation. */
  readonly cut?: CutSize | 'none';
}

/** Never seen from outside: whoever makes the clone tries again. */
export class ChapterConflict extends Error {
  readonly hints: ChapterHints;

  constructor(hints: ChapterHints) {
    super('The file cannot be parted so.');
    this.hints = hints;
  }
}

export function closeSeam(line: number | undefined): ChapterConflict {
  return new ChapterConflict({ closed: line === undefined ? 'all' : new Set([line]) });
}

export function joinHints(a: ChapterHints, b: ChapterHints): ChapterHints {
  const closed =
    a.closed === 'all' || b.closed === 'all' ? 'all' : new Set([...(a.closed ?? []), ...(b.closed ?? [])]);
  return { ...a, ...b, closed };
}

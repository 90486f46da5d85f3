// What all parts of the terminal's transcript share: palette, clock, how much to show, and what to type for more.
import type { Clock } from '../format.ts';
import type { Highlight } from './highlight.ts';
import type { Palette } from './palette.ts';

export interface Paint {
  readonly palette: Palette;
  readonly highlight: Highlight | undefined;
  readonly clock: Clock;
  /** Columns for what is painted, without the thread at its left. */
  readonly width: number;
  /** On a terminal no line is ever longer than the width; in a pipe code and whole outputs stay unbroken. */
  readonly breakCode: boolean;
  /** Everything: whole results, thinking, housekeeping, agents with all they did. */
  readonly full: boolean;
  readonly thinking: boolean;
  /** The command that shows all of what was cut here. */
  readonly more: string;
}

/** Some lines of the transcript, and how they stand on the thread. */
export interface Piece {
  readonly lines: readonly string[];
  /** What runs down the left: the thread, a prompt's bar, or nothing where the lines bring their own knot. */
  readonly gutter: 'thread' | 'prompt' | 'none';
  /** Whether an empty line parts it from its neighbours. */
  readonly spaced: boolean;
}

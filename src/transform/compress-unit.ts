// A unit of compression: one text that is shortened as a whole, where it stands and how short it shall become.

export type UnitKind = 'answer' | 'prompt' | 'result' | 'turns';

export interface CompressUnit {
  /** The place it came from, the same every time a session is laid out: uuid and block, or the first exchange. */
  readonly id: string;
  readonly kind: UnitKind;
  readonly turn: number;
  /** The last turn of a unit of whole turns. */
  readonly lastTurn: number;
  /** The line of the source. */
  readonly line: number | undefined;
  /** The tool whose result it is. */
  readonly tool: string | undefined;
  readonly text: string;
  readonly tokens: number;
  /** What shall be left, in tokens. */
  readonly target: number;
  /** Paths, commands and identifiers of the text that later turns speak of again, the most frequent first. */
  readonly wanted: readonly string[];
  /** The name of its band. */
  readonly band: string;
  /** The share of its tokens that its band leaves. */
  readonly share: number;
}

/** Below this a text says nothing any more. */
const LEAST_TARGET = 10;

export function targetOf(tokens: number, share: number): number {
  return Math.max(LEAST_TARGET, Math.round(tokens * share));
}

// What a transform must know of the whole session where it is given only a part of it.

export interface Part {
  /** Nothing of the conversation comes behind it. */
  readonly ends: boolean;
  /** The last turn of the whole. */
  readonly lastTurn: number;
  /** Which items hold the last of each state, as `lastStates` names them. */
  readonly states: ReadonlySet<string>;
}

// Counts the turns of a session that comes part by part; a part may go on with the last turn of the one before it.
import { type CutSession, listTurns } from './cut-session.ts';

export class TurnCount {
  /** Stretches of turns without a gap, each from its first to its last. */
  readonly #stretches: [number, number][] = [];

  add(part: CutSession): void {
    for (const turn of listTurns(part)) {
      const last = this.#stretches.at(-1);
      if (!last || turn > last[1] + 1) this.#stretches.push([turn, turn]);
      else if (turn === last[1] + 1) last[1] = turn;
    }
  }

  /** Without what stands before the first prompt. */
  get size(): number {
    return this.#stretches.reduce((sum, [from, to]) => sum + to - Math.max(from, 1) + 1, 0);
  }

  *[Symbol.iterator](): Generator<number> {
    for (const [from, to] of this.#stretches) for (let turn = from; turn <= to; turn++) yield turn;
  }
}

// Remembers of the parts of a session what it takes to say why a cut changed nothing, long after the parts are gone.
import { blocksOf } from './choose-calls.ts';
import type { CutItem, CutSession } from './cut-session.ts';
import { turnsOnly } from './local-cuts.ts';
import { countUndecoded, type ScaleOptions } from './scale-images.ts';
import { TurnCount } from './turn-count.ts';

export class IdleFacts {
  readonly #turns = new TurnCount();
  #isEmpty = true;
  /** For each tool the oldest turn with a call of it. */
  readonly #tools = new Map<string, number>();
  #undecoded = 0;

  /** How many images of the parts could not be decoded. */
  get undecoded(): number {
    return this.#undecoded;
  }

  noteImages(part: CutSession, options: ScaleOptions): void {
    this.#undecoded += countUndecoded(part, options);
  }

  note(part: CutSession): void {
    this.#turns.add(part);
    this.#isEmpty = false;
    for (const item of part.items) {
      if (item.role !== 'chain') continue;
      for (const block of blocksOf(item)) {
        if (block.type !== 'tool_use' || typeof block.id !== 'string') continue;
        const name = typeof block.name === 'string' ? block.name : '';
        this.#tools.set(name, Math.min(item.turn, this.#tools.get(name) ?? item.turn));
      }
    }
  }

  /** A session that stands for the parts before its end: their turns, and a call of each tool. */
  standIn(end: CutSession): CutSession {
    if (this.#isEmpty) return end;
    const calls = [...this.#tools].map(([name, turn]): CutItem => {
      const content = [{ type: 'tool_use', id: `before ${name}`, name, input: {} }];
      return { value: { type: 'assistant', message: { content } }, entry: undefined, role: 'chain', turn };
    });
    return { ...end, items: [...turnsOnly(this.#turns).items, ...calls, ...end.items] };
  }
}

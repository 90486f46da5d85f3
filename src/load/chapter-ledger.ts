// The token ledger of a conversation that comes chapter by chapter, also of one that clew has cut before.
import { LedgerBuilder, type TokenLedger } from '../context/tokens/attribute-tokens.ts';
import type { CutSize } from '../context/tokens/cut-size.ts';
import { keepsTail } from '../context/tokens/may-take-system.ts';
import { holdsCut } from '../context/tokens/measure-requests.ts';
import { isCompactBoundary, uuidOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { readStretch } from '../transform/measure-cut.ts';
import { ChapterConflict, closeSeam } from './chapter-conflict.ts';

export class ChapterLedger {
  readonly #cut: CutSize | undefined;
  readonly #builder: LedgerBuilder;
  #isFirst = true;
  /** Chapters that may still be measured. */
  readonly #waiting: (readonly Entry[])[] = [];
  #isReached = false;
  #previous: readonly Entry[] = [];

  constructor(cut: CutSize | undefined) {
    this.#cut = cut;
    this.#builder = new LedgerBuilder(cut);
  }

  /** Takes the conversation of a chapter that others follow. */
  add(entries: readonly Entry[]): void {
    this.#waiting.push(entries);
    this.#isFirst = false;
  }

  /** Told how many chapters may still be in what is measured: of those before them only the traces count. */
  settle(held: number): void {
    while (this.#waiting.length > Math.max(1, held)) this.#settle(this.#waiting.shift() ?? []);
  }

  /** Takes that of the last chapter. */
  finish(entries: readonly Entry[]): TokenLedger {
    for (const waiting of this.#waiting) this.#take(waiting);
    if (this.#isFirst) this.#builder.add(readStretch(entries));
    else this.#take(entries);
    if (this.#cut && !this.#isFirst && !this.#isReached) throw new ChapterConflict({ cut: 'none' });
    return this.#builder.finish();
  }

  #settle(entries: readonly Entry[]): void {
    const [first] = entries;
    const next = this.#waiting[0]?.[0];
    const isClosed = first && isCompactBoundary(first) && !(next && keepsTail(next));
    if (isClosed && this.#builder.pass(entries)) return;
    this.#take(entries);
    this.#builder.forget(() => false);
  }

  #take(entries: readonly Entry[]): void {
    const cut = this.#cut;
    if (!cut || this.#isReached) {
      this.#builder.add(readStretch(entries));
      return;
    }
    if (!entries.some((entry) => uuidOf(entry) === cut.leaf)) {
      this.#builder.skip(readStretch(entries));
      this.#previous = entries;
      return;
    }
    // The tail of the chapter before may still be sent, and its last answer be the one that the cut's size is told of.
    const both = readStretch([...this.#previous, ...entries]);
    if (!holdsCut(both, cut)) throw closeSeam(undefined);
    this.#builder.add(both);
    this.#isReached = true;
    this.#previous = [];
  }
}

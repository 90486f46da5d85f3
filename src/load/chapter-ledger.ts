// The token ledger of a conversation that comes chapter by chapter, also of one that clew has cut before.
import { LedgerBuilder, type TokenLedger } from '../context/tokens/attribute-tokens.ts';
import type { CutSize } from '../context/tokens/cut-size.ts';
import { holdsCut } from '../context/tokens/measure-requests.ts';
import { uuidOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { readStretch } from '../transform/measure-cut.ts';
import { ChapterConflict, closeSeam } from './chapter-conflict.ts';

export class ChapterLedger {
  readonly #cut: CutSize | undefined;
  readonly #builder: LedgerBuilder;
  #isFirst = true;
  #isReached = false;
  #previous: readonly Entry[] = [];

  constructor(cut: CutSize | undefined) {
    this.#cut = cut;
    this.#builder = new LedgerBuilder(cut);
  }

  /** Takes the conversation of a chapter that others follow. */
  add(entries: readonly Entry[]): void {
    this.#take(entries);
    this.#isFirst = false;
  }

  forget(isWanted: (entry: Entry) => boolean): void {
    this.#builder.forget(isWanted);
  }

  /** Takes that of the last chapter. */
  finish(entries: readonly Entry[]): TokenLedger {
    if (this.#isFirst) this.#builder.add(readStretch(entries));
    else this.#take(entries);
    if (this.#cut && !this.#isFirst && !this.#isReached) throw new ChapterConflict({ cut: 'none' });
    return this.#builder.finish();
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

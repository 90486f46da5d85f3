// One thread's share of a count: takes file after file from a list that all threads share, the largest first.
import { quoteName } from '../disk/quote-name.ts';
import { errorCode, isVanished } from '../disk/system-error.ts';
import type { FileUsage } from '../stats/usage-record.ts';
import { UsageReader, type UsageTarget } from './count-usage-file.ts';

export interface UsageShare<File> {
  /** Where in the list each file stands, so that the whole can be put in order. */
  readonly places: readonly number[];
  readonly files: readonly File[];
  /** Files that could not be read, a sentence each. */
  readonly problems: readonly string[];
}

export interface ShareOrder {
  readonly targets: readonly UsageTarget[];
  /** One number that all threads share: the place of the first file that none has taken yet. */
  readonly next: Int32Array;
  readonly ledgers: boolean;
  /** What is made of a file: all its records, or its answers alone. */
  readonly wanted: 'records' | 'answers';
}

/** `keep` is what is held of a file once it is read. */
export class ShareCounter<File> {
  readonly #order: ShareOrder;
  readonly #keep: (usage: FileUsage) => File;
  readonly #reader: UsageReader;
  readonly #places: number[] = [];
  readonly #files: File[] = [];
  readonly #problems: string[] = [];

  constructor(order: ShareOrder, keep: (usage: FileUsage) => File) {
    this.#order = order;
    this.#keep = keep;
    this.#reader = new UsageReader({ ledgers: order.ledgers, details: order.wanted === 'records' });
  }

  /** False where no file is left. */
  countNext(): boolean {
    const place = Atomics.add(this.#order.next, 0, 1);
    const target = this.#order.targets[place];
    if (!target) return false;
    try {
      this.#files.push(this.#keep(this.#reader.read(target)));
      this.#places.push(place);
    } catch (error) {
      const code = errorCode(error);
      if (code === undefined) throw error;
      // The client tidies up while we count: what is gone is nothing.
      if (!isVanished(error)) this.#problems.push(`${quoteName(target.file)} cannot be read (${code}).`);
    }
    return true;
  }

  share(): UsageShare<File> {
    return { places: this.#places, files: this.#files, problems: this.#problems };
  }
}

/** All that is left, at one go. */
export function countShare<File>(order: ShareOrder, keep: (usage: FileUsage) => File): UsageShare<File> {
  const counter = new ShareCounter(order, keep);
  while (counter.countNext());
  return counter.share();
}

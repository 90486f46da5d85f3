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
export function countShare<File>(
  { targets, next, ledgers, wanted }: ShareOrder,
  keep: (usage: FileUsage) => File,
): UsageShare<File> {
  const reader = new UsageReader({ ledgers, tools: wanted === 'records' });
  const places: number[] = [];
  const files: File[] = [];
  const problems: string[] = [];
  for (;;) {
    const place = Atomics.add(next, 0, 1);
    const target = targets[place];
    if (!target) return { places, files, problems };
    try {
      files.push(keep(reader.read(target)));
      places.push(place);
    } catch (error) {
      const code = errorCode(error);
      if (code === undefined) throw error;
      // The client tidies up while we count: what is gone is nothing.
      if (!isVanished(error)) problems.push(`${quoteName(target.file)} cannot be read (${code}).`);
    }
  }
}

// What each compaction left of the window: the client's own figure, or the size of the first request after it.
import { numberField, objectField } from '../base/json.ts';
import { isCompactBoundary, messageOf, modelOf, SYNTHETIC } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { contextTokens, readUsage } from './usage.ts';

export interface CompactedSize {
  readonly before: number | undefined;
  readonly after: number;
  /** The first request after it is in the same list of entries. */
  readonly goesOn: boolean;
}

/** Of each boundary in these lists, such as the turns of a branch, each in reading order. */
export function compactedSizes(
  lists: readonly { readonly entries: readonly Entry[] }[],
): ReadonlyMap<Entry, CompactedSize> {
  const sizes = new Map<Entry, CompactedSize>();
  let waiting: { readonly entry: Entry; readonly list: number }[] = [];
  for (const [list, { entries }] of lists.entries()) {
    for (const entry of entries) {
      if (isCompactBoundary(entry)) waiting.push({ entry, list });
      if (waiting.length === 0 || entry.value.type !== 'assistant') continue;
      const size = sizeOf(entry);
      if (size === 0) continue;
      for (const one of waiting) {
        const meta = objectField(one.entry.value, 'compactMetadata');
        const before = numberField(meta, 'preTokens');
        const after = numberField(meta, 'postTokens') ?? size;
        sizes.set(one.entry, { before, after, goesOn: one.list === list });
      }
      waiting = [];
    }
  }
  return sizes;
}

function sizeOf(entry: Entry): number {
  const usage = modelOf(entry) === SYNTHETIC ? undefined : readUsage(messageOf(entry));
  return usage ? contextTokens(usage) : 0;
}

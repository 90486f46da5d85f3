// When the main thread went on with another model, by the answers themselves and by the client's notice of a fallback.
import { stringField } from '../base/json.ts';
import { isSidechain, modelOf, SYNTHETIC, systemSubtypeOf, timeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';

export interface ModelChange {
  readonly from: string | undefined;
  readonly to: string;
  readonly entry: Entry;
  readonly at: number | undefined;
  /** `fallback`: the client switched by itself; `answer`: the next answer came from another model. */
  readonly cause: 'answer' | 'fallback';
}

export function listModelChanges(entries: readonly Entry[]): ModelChange[] {
  const changes: ModelChange[] = [];
  let now: string | undefined;
  for (const entry of entries) {
    const fallback = systemSubtypeOf(entry) === 'model_refusal_fallback';
    const to = fallback ? stringField(entry.value, 'fallbackModel') : answeringModel(entry);
    if (to === undefined || to === now) continue;
    changes.push({ from: now, to, entry, at: timeOf(entry), cause: fallback ? 'fallback' : 'answer' });
    now = to;
  }
  return changes;
}

// `<synthetic>` is the client speaking [M6].
function answeringModel(entry: Entry): string | undefined {
  if (entry.value.type !== 'assistant' || isSidechain(entry)) return undefined;
  const model = modelOf(entry);
  return model === SYNTHETIC || model === '' ? undefined : model;
}

// Says whether a client would compact before it sends: the tokens of the last answer against its limit [resume R28].
import { compareVersions } from '../base/compare-versions.ts';
import { numberField, objectField } from '../base/json.ts';
import { messageOf, SYNTHETIC } from '../log/fields.ts';
import type { Item } from './item.ts';

const COUNTED = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'];

export interface CompactionForecast {
  /** Context after the last answer. */
  readonly tokens: number;
  /** Undefined where none was ever seen. */
  readonly limit: number | undefined;
  readonly compacts: boolean;
}

export function predictCompaction(
  items: readonly Item[],
  model: string,
  version: string,
): CompactionForecast {
  const last = items.findLast(
    (item) => item.kind === 'assistant' && item.model !== SYNTHETIC && usageOf(item),
  );
  const usage = last && usageOf(last);
  const tokens = COUNTED.reduce((sum, key) => sum + (numberField(usage, key) ?? 0), 0);
  const limit = limitOf(model, version);
  return { tokens, limit, compacts: limit !== undefined && tokens >= limit };
}

// Seen: to 2.0.64 at 156,423 and not at 145,371; 2.1.50 and 2.1.100 at 295,073 and not at 162,693; later ones go by the
// model. The limit is not exact: a short session of equal size was let through where a long one was not.
function limitOf(model: string, version: string): number | undefined {
  if (compareVersions(version, '2.1.50') < 0) return 155_000;
  if (compareVersions(version, '2.1.200') < 0 || /(opus|sonnet)-4-6/.test(model)) return 164_500;
  return /(sonnet|opus|haiku)-4-5/.test(model) ? undefined : 973_900;
}

function usageOf(item: Item): ReturnType<typeof objectField> {
  return item.entry && objectField(messageOf(item.entry), 'usage');
}

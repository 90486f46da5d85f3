// Tells the client how large the cut conversation is: it looks at the last answer's usage, and compacts at once if that is
// still as large as the source was [resume R28].
import { isObject, type JsonObject, numberField } from '../base/json.ts';
import type { Cut, CutItem, CutSession } from './cut-session.ts';

/** A little below where clients were seen to compact before they send: the usual window, and the long one. */
const LIMITS: readonly number[] = [150_000, 960_000];

const READ = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'] as const;

/** `tokens` is what a resume of the cut session loads. Nothing changes where the logged size would do no harm. */
export function settleUsage(session: CutSession, tokens: number): Cut {
  const last = session.items.findLast((item) => item.role === 'chain' && usageOf(item) !== undefined);
  const logged = last && sizeOf(usageOf(last) as JsonObject);
  if (!last || !LIMITS.some((limit) => tokens < limit && (logged ?? 0) >= limit))
    return { session, changes: {} };
  const id = messageOf(last)?.id;
  const items = session.items.map((item) =>
    item === last || (id !== undefined && messageOf(item)?.id === id) ? settle(item, tokens) : item,
  );
  return { session: { ...session, items }, changes: { usageSettled: 1 } };
}

function settle(item: CutItem, tokens: number): CutItem {
  const message = messageOf(item);
  const usage = usageOf(item);
  if (item.role !== 'chain' || !message || !usage) return item;
  const output = numberField(usage, 'output_tokens') ?? 0;
  const read = {
    input_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: Math.max(0, tokens - output),
  };
  return { ...item, value: { ...item.value, message: { ...message, usage: { ...usage, ...read } } } };
}

function messageOf(item: CutItem): JsonObject | undefined {
  const { message } = item.value;
  return item.value.type === 'assistant' && isObject(message) ? message : undefined;
}

// The client's own words have no usage worth the name [M6].
function usageOf(item: CutItem): JsonObject | undefined {
  const message = messageOf(item);
  return message?.model !== '<synthetic>' && isObject(message?.usage) ? message.usage : undefined;
}

function sizeOf(usage: JsonObject): number {
  return [...READ, 'output_tokens'].reduce((sum, key) => sum + (numberField(usage, key) ?? 0), 0);
}

// Tells the client how large the cut conversation is: it looks at the last answer's usage, and compacts at once if that is
// still as large as the source was [resume R28].

import { isObject, type Json, type JsonObject, numberField } from '../base/json.ts';
import { SYNTHETIC } from '../log/fields.ts';
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
  const { iterations } = usage;
  // Newer answers repeat the figures for each pass of the model, and newer clients read them there.
  const passes = Array.isArray(iterations)
    ? {
        iterations: (iterations as readonly Json[]).map((pass) =>
          isObject(pass) ? resize(pass, tokens) : pass,
        ),
      }
    : {};
  const settled = { ...resize(usage, tokens), ...passes };
  return { ...item, value: { ...item.value, message: { ...message, usage: settled } } };
}

/** The same usage, with less read from the cache. */
function resize(usage: JsonObject, tokens: number): JsonObject {
  const own = ['input_tokens', 'output_tokens'].reduce((sum, key) => sum + (numberField(usage, key) ?? 0), 0);
  const written = Math.min(numberField(usage, 'cache_creation_input_tokens') ?? 0, Math.max(0, tokens - own));
  const read = Math.max(0, tokens - own - written);
  return { ...usage, cache_creation_input_tokens: written, cache_read_input_tokens: read };
}

function messageOf(item: CutItem): JsonObject | undefined {
  const { message } = item.value;
  return item.value.type === 'assistant' && isObject(message) ? message : undefined;
}

// The client's own words have no usage worth the name [M6].
function usageOf(item: CutItem): JsonObject | undefined {
  const message = messageOf(item);
  return message?.model !== SYNTHETIC && isObject(message?.usage) ? message.usage : undefined;
}

function sizeOf(usage: JsonObject): number {
  return [...READ, 'output_tokens'].reduce((sum, key) => sum + (numberField(usage, key) ?? 0), 0);
}

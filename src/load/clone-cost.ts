// What a clone costs once and saves from then on, in money: its new prefix is written to the cache, and each request reads less.
import { messageOf } from '../log/fields.ts';
import { readConversation, type Thread } from '../session/session.ts';
import { readUsage } from '../session/usage.ts';
import { BUILT_IN_PRICES, canonicalModel, type PriceList, priceOf } from '../stats/prices.ts';

export interface CloneCost {
  /** The model that the session's last answer came from, in its short name. */
  readonly model: string;
  /** Undefined where nobody has told the model's price, which is not free [K5]. */
  readonly usd: CloneMoney | undefined;
}

export interface CloneMoney {
  /** How long the client has the API keep the prefix, by the session's own requests. */
  readonly cache: '5m' | '1h';
  /** Once: the clone's prefix, which no cache holds yet. */
  readonly write: number;
  /** What resuming the source costs once, if its own cache has run out. */
  readonly sourceWrite: number;
  /** How much less each request costs to read; 0 where nothing was cut. */
  readonly savedPerRequest: number;
  /** By the session so far. */
  readonly requestsPerTurn: number;
  readonly savedPerTurn: number;
}

/** Undefined for a session that no model has answered in. */
export function priceClone(
  thread: Thread,
  tokens: { readonly before: number; readonly after: number },
  prices: PriceList = BUILT_IN_PRICES,
): CloneCost | undefined {
  const answers = thread.entries.filter(
    ({ value }) => value.type === 'assistant' && value.isSidechain !== true && isOfModel(value.message),
  );
  const last = answers.at(-1);
  if (!last) return undefined;
  const model = canonicalModel(String(messageOf(last)?.model));
  const price = priceOf(model, prices);
  if (!price) return { model, usd: undefined };
  const usages = answers.map((entry) => readUsage(messageOf(entry)));
  const writes = usages.findLast((usage) => usage && usage.cacheWrite5m + usage.cacheWrite1h > 0);
  const cache = writes && writes.cacheWrite1h > 0 ? '1h' : '5m';
  const write = (cache === '1h' ? price.cacheWrite1h : price.cacheWrite5m) / 1e6;
  const savedPerRequest = (Math.max(0, tokens.before - tokens.after) * price.cacheRead) / 1e6;
  const requestsPerTurn = countRequests(thread);
  return {
    model,
    usd: {
      cache,
      write: tokens.after * write,
      sourceWrite: tokens.before * write,
      savedPerRequest,
      requestsPerTurn,
      savedPerTurn: savedPerRequest * requestsPerTurn,
    },
  };
}

function isOfModel(message: unknown): boolean {
  const model = (message as { readonly model?: unknown } | undefined)?.model;
  return typeof model === 'string' && model !== '<synthetic>';
}

function countRequests(thread: Thread): number {
  const { messages, turns } = readConversation(thread);
  const requests = messages.filter((message) => message.role === 'assistant' && message.usage).length;
  const asked = turns.filter(({ number }) => number > 0).length;
  return Math.max(1, Math.round(requests / Math.max(1, asked)));
}

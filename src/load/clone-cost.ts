// What a clone costs once and saves from then on, in money: its new prefix is written to the cache, and each request reads less.

import { IdTable } from '../base/id-table.ts';
import { asWords, isObject, type JsonObject } from '../base/json.ts';
import { SYNTHETIC } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
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

interface Sizes {
  readonly before: number;
  readonly after: number;
}

/** Undefined for a session that no model has answered in. */
export function priceClone(
  thread: Thread,
  tokens: Sizes,
  prices: PriceList = BUILT_IN_PRICES,
): CloneCost | undefined {
  const tally = new CostTally();
  tally.add(thread.entries);
  const turns = readConversation(thread).turns.filter(({ number }) => number > 0).length;
  return tally.price(tokens, turns, prices);
}

/** What of a session's answers decides about the price of going on; all may be shown again, as a clone in several tries does. */
export class CostTally {
  /** Their ids: a session of gigabytes has hundreds of thousands. */
  readonly #requests = new IdTable();
  #model: string | undefined;
  #cache: '5m' | '1h' = '5m';

  add(entries: readonly Entry[]): void {
    for (const { value } of entries) this.#addAnswer(value);
  }

  /** `turns` is how many the session has. Undefined where no model has answered in it. */
  price({ before, after }: Sizes, turns: number, prices: PriceList = BUILT_IN_PRICES): CloneCost | undefined {
    if (this.#model === undefined) return undefined;
    const model = canonicalModel(this.#model);
    const price = priceOf(model, prices);
    if (!price) return { model, usd: undefined };
    const write = (this.#cache === '1h' ? price.cacheWrite1h : price.cacheWrite5m) / 1e6;
    const savedPerRequest = (Math.max(0, before - after) * price.cacheRead) / 1e6;
    const requestsPerTurn = Math.max(1, Math.round(this.#requests.size / Math.max(1, turns)));
    return {
      model,
      usd: {
        cache: this.#cache,
        write: after * write,
        sourceWrite: before * write,
        savedPerRequest,
        requestsPerTurn,
        savedPerTurn: savedPerRequest * requestsPerTurn,
      },
    };
  }

  #addAnswer(value: JsonObject): void {
    const message = value.type === 'assistant' && value.isSidechain !== true ? value.message : undefined;
    if (!isObject(message) || typeof message.model !== 'string' || message.model === SYNTHETIC) return;
    this.#model = message.model;
    const usage = readUsage(message);
    if (!usage) return;
    this.#requests.add(asWords(message.id));
    if (usage.cacheWrite5m + usage.cacheWrite1h > 0) this.#cache = usage.cacheWrite1h > 0 ? '1h' : '5m';
  }
}

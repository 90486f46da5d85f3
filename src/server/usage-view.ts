// What some answers cost: their usage with the money, each message once.
import { SYNTHETIC } from '../log/fields.ts';
import type { Message } from '../session/messages.ts';
import { costOf } from '../stats/prices.ts';
import type { Usage } from './api.ts';
import { ownPrices } from './own-prices.ts';

/** `counted` holds the ids that were counted before: the lines of one message can stand in two turns [M5]. */
export function usageOfMessages(messages: Iterable<Message>, counted: Set<string> = new Set()): Usage {
  const sum = {
    requests: 0,
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    unpriced: 0,
  };
  let costUSD: number | undefined;
  let outputFinal = true;
  for (const { role, id, model, usage } of messages) {
    if (role !== 'assistant' || !usage || model === SYNTHETIC || (id !== undefined && counted.has(id)))
      continue;
    if (id !== undefined) counted.add(id);
    sum.requests++;
    sum.input += usage.input;
    sum.output += usage.output;
    sum.cacheRead += usage.cacheRead;
    sum.cacheWrite5m += usage.cacheWrite5m;
    sum.cacheWrite1h += usage.cacheWrite1h;
    outputFinal &&= usage.outputFinal;
    const cost = costOf(usage, model ?? '', ownPrices());
    if (cost === undefined) sum.unpriced++;
    else costUSD = (costUSD ?? 0) + cost;
  }
  return { ...sum, outputFinal, ...(costUSD === undefined ? {} : { costUSD }) };
}

/** Share of what was read that came from the cache. */
export function cacheShare({ input, cacheRead, cacheWrite5m, cacheWrite1h }: Usage): number | undefined {
  const all = input + cacheRead + cacheWrite5m + cacheWrite1h;
  return all > 0 ? cacheRead / all : undefined;
}

// Sums the figures and the money of messages, keeping apart what is unpriced and what is only "at least".
import { addTokens, NO_TOKENS, type TokenFigures, type TokenTally } from '../session/usage.ts';
import type { LedgerMessage } from './ledger.ts';
import { chargeOf, type Price, type PriceList, priceOf } from './prices.ts';

/** Tokens and money, summed up. */
export interface UsageSum extends TokenFigures {
  readonly requests: number;
  /** USD of the requests that have a price; undefined where there are requests and none of them has one [K5]. */
  readonly costUSD: number | undefined;
  /** Models without a price, whose requests are not in `costUSD`. */
  readonly unpriced: readonly string[];
  readonly unpricedRequests: number;
  /** Requests whose output is only "at least" [M3]. */
  readonly outputAtLeast: number;
}

/** The running sum of one model's messages: one price serves for all of them. */
export interface ModelTally extends TokenTally {
  readonly model: string;
  readonly price: Price | undefined;
  requests: number;
  cost: number;
  outputAtLeast: number;
}

function openTally(model: string, prices: PriceList): ModelTally {
  return {
    model,
    price: priceOf(model, prices),
    requests: 0,
    ...NO_TOKENS,
    cost: 0,
    outputAtLeast: 0,
  };
}

function addToTally(tally: ModelTally, message: LedgerMessage): void {
  tally.requests++;
  addTokens(tally, message);
  if (tally.price) tally.cost += chargeOf(message, tally.price);
  if (isAtLeast(message)) tally.outputAtLeast++;
}

export function sumTallies(tallies: Iterable<ModelTally>): UsageSum {
  const sum = openTally('', new Map());
  const unpriced: string[] = [];
  let unpricedRequests = 0;
  for (const tally of tallies) {
    sum.requests += tally.requests;
    addTokens(sum, tally);
    sum.cost += tally.cost;
    sum.outputAtLeast += tally.outputAtLeast;
    if (tally.price) continue;
    unpriced.push(tally.model);
    unpricedRequests += tally.requests;
  }
  const { model, price, cost, ...figures } = sum;
  return {
    ...figures,
    costUSD: knownCost(sum, unpricedRequests, cost),
    unpriced: unpriced.sort(),
    unpricedRequests,
  };
}

/** The sum of sums that do not overlap. */
export function addSums(sums: Iterable<UsageSum>): UsageSum {
  const { model, price, cost: _, ...total } = openTally('', new Map());
  const unpriced = new Set<string>();
  let unpricedRequests = 0;
  let cost = 0;
  for (const sum of sums) {
    total.requests += sum.requests;
    addTokens(total, sum);
    total.outputAtLeast += sum.outputAtLeast;
    cost += sum.costUSD ?? 0;
    for (const one of sum.unpriced) unpriced.add(one);
    unpricedRequests += sum.unpricedRequests;
  }
  return {
    ...total,
    costUSD: knownCost(total, unpricedRequests, cost),
    unpriced: [...unpriced].sort(),
    unpricedRequests,
  };
}

function knownCost(
  { requests }: { readonly requests: number },
  unpriced: number,
  cost: number,
): number | undefined {
  return requests > 0 && unpriced === requests ? undefined : cost;
}

/** Sums up answers at the given prices. */
export function sumUsage(messages: Iterable<LedgerMessage>, prices: PriceList): UsageSum {
  return sumTallies(tallyModels(messages, prices).values());
}

function tallyModels(messages: Iterable<LedgerMessage>, prices: PriceList): ReadonlyMap<string, ModelTally> {
  const tallies = new Map<string, ModelTally>();
  for (const message of messages) tallyMessage(tallies, message, prices);
  return tallies;
}

export function tallyMessage(
  tallies: Map<string, ModelTally>,
  message: LedgerMessage,
  prices: PriceList,
): void {
  let tally = tallies.get(message.model);
  if (!tally) {
    tally = openTally(message.model, prices);
    tallies.set(message.model, tally);
  }
  addToTally(tally, message);
}

/** No line of the answer has a stop reason; an answer without any tokens lacks nothing [M6]. */
export function isAtLeast(message: LedgerMessage): boolean {
  return !message.final && message.input + message.output > 0;
}

export function totalTokens(
  sum: Pick<UsageSum, 'input' | 'output' | 'cacheRead' | 'cacheWrite5m' | 'cacheWrite1h'>,
): number {
  return sum.input + sum.output + sum.cacheRead + sum.cacheWrite5m + sum.cacheWrite1h;
}

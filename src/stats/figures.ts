// Token figures that can be added and taken away: what a step of a reconciliation changes, or two ledgers differ by.
import { addTokens, NO_TOKENS, type TokenTally } from '../session/usage.ts';
import { costOf, type PricedUsage, type PriceList } from './prices.ts';

export interface Figures extends TokenTally {
  requests: number;
  /** Of what has a price. */
  costUSD: number;
}

export function openFigures(): Figures {
  return { requests: 0, ...NO_TOKENS, costUSD: 0 };
}

/** Adds one request, or with -1 takes it away. */
export function addFigures(
  sum: Figures,
  usage: PricedUsage,
  model: string | undefined,
  sign: 1 | -1,
  prices: PriceList,
): void {
  sum.requests += sign;
  addTokens(sum, usage, sign);
  sum.costUSD += sign * (costOf(usage, model ?? '', prices) ?? 0);
}

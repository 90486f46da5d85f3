// Token figures that can be added and taken away: what a step of a reconciliation changes, or two ledgers differ by.
import { costOf, type PricedUsage, type PriceList } from './prices.ts';

export interface Figures {
  requests: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
  webSearches: number;
  /** Of what has a price. */
  costUSD: number;
}

export function openFigures(): Figures {
  return {
    requests: 0,
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    webSearches: 0,
    costUSD: 0,
  };
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
  sum.input += sign * usage.input;
  sum.output += sign * usage.output;
  sum.cacheRead += sign * usage.cacheRead;
  sum.cacheWrite5m += sign * usage.cacheWrite5m;
  sum.cacheWrite1h += sign * usage.cacheWrite1h;
  sum.webSearches += sign * usage.webSearches;
  sum.costUSD += sign * (costOf(usage, model ?? '', prices) ?? 0);
}

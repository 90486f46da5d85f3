// The prices that this process tells money by: the built-in ones, with those of clew's data folder over them.
import { createHash } from 'node:crypto';
import { openPrices } from '../load/open-prices.ts';
import { BUILT_IN_PRICES, type PriceList } from '../stats/prices.ts';

let current: { readonly prices: PriceList; readonly mark: string } = { prices: BUILT_IN_PRICES, mark: '' };

/** One server has one data folder: they are opened when it starts, and by each of its processes. Returns what could not be understood. */
export async function useOwnPrices(dataDir: string): Promise<readonly string[]> {
  const { prices, problems } = await openPrices(dataDir);
  current = { prices, mark: prices === BUILT_IN_PRICES ? '' : markOf(prices) };
  return problems;
}

export function ownPrices(): PriceList {
  return current.prices;
}

/** Changes with the prices: what was kept with others is worked out again. */
export function priceMark(): string {
  return current.mark;
}

function markOf(prices: PriceList): string {
  const hash = createHash('sha1').update(JSON.stringify([...prices]));
  return hash.digest('base64url').slice(0, 8);
}

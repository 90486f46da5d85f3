// Opens the prices that money is counted with: the built-in ones, with those of `prices.json` in clew's data folder over them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { quoteName } from '../disk/quote-name.ts';
import { errorCode, isVanished } from '../disk/system-error.ts';
import { BUILT_IN_PRICES, type PriceList, readPrices } from '../stats/prices.ts';

/** Prices, and what of the price file could not be understood. */
export interface OpenPrices {
  readonly prices: PriceList;
  /** Sentences on prices that could not be understood. */
  readonly problems: readonly string[];
}

/** The built-in prices with your own over them, as every command counts with. */
export async function openPrices(dataDir: string): Promise<OpenPrices> {
  const file = join(dataDir, 'prices.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    if (!isVanished(error)) throw priceRefusal(file, 'cannot be read');
    return { prices: BUILT_IN_PRICES, problems: [] };
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw priceRefusal(file, 'is not JSON');
  }
  const { prices, problems } = readPrices(json);
  return { prices, problems: problems.map((problem) => `${quoteName(file)}: ${problem}`) };
}

function priceRefusal(file: string, what: string): Refusal {
  return new Refusal('bad-prices', `The price file ${quoteName(file)} ${what}.`, 'Mend it or move it away.');
}

// What a model's tokens cost [K2]: the built-in prices, a user's own over them, and never a zero for an unknown one.
import { asObject, isObject, type JsonObject, numberField } from '../base/json.ts';
import type { TokenFigures } from '../session/usage.ts';
import { PRICE_ROWS, type PriceSource, US_ONLY_FACTOR, WEB_SEARCH_USD } from './price-data.ts';

/** USD per million tokens; `webSearch` in USD per search; `fast` and `usOnly` are multiples of the token prices. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly webSearch: number;
  readonly fast: number;
  readonly usOnly: number;
  readonly source: PriceSource | 'user';
}

/** Prices by the name that `canonicalModel` gives. */
export type PriceList = ReadonlyMap<string, Price>;

/** What a price is asked for: the figures of one answer, or of several of the same model and mode. */
export interface PricedUsage extends TokenFigures {
  /** The answer was made in fast mode (`usage.speed`). */
  readonly fast?: boolean;
  /** The answer was made in the United States only (`usage.inference_geo`). */
  readonly usOnly?: boolean;
}

/** The prices that clew knows, each with its source and date [K5]. */
export const BUILT_IN_PRICES: PriceList = new Map(
  PRICE_ROWS.flatMap(({ models, usd, fast, source }) => {
    const [input, output, cacheRead, cacheWrite5m, cacheWrite1h] = usd;
    const tokens = { input, output, cacheRead, cacheWrite5m, cacheWrite1h };
    const price: Price = { ...tokens, webSearch: WEB_SEARCH_USD, fast, usOnly: US_ONLY_FACTOR, source };
    return models.map((model): [string, Price] => [model, price]);
  }),
);

/** The price of a model under any of its names; undefined where nobody has told one. */
export function priceOf(model: string, prices: PriceList = BUILT_IN_PRICES): Price | undefined {
  return prices.get(canonicalModel(model));
}

/** USD; undefined means unpriced, which is not free [K5]. */
export function costOf(
  usage: PricedUsage,
  model: string,
  prices: PriceList = BUILT_IN_PRICES,
): number | undefined {
  const price = priceOf(model, prices);
  return price && chargeOf(usage, price);
}

/** The same where the price is at hand. */
export function chargeOf(usage: PricedUsage, price: Price): number {
  const millionths =
    usage.input * price.input +
    usage.output * price.output +
    usage.cacheRead * price.cacheRead +
    usage.cacheWrite5m * price.cacheWrite5m +
    usage.cacheWrite1h * price.cacheWrite1h;
  const factor = (usage.fast ? price.fast : 1) * (usage.usOnly ? price.usOnly : 1);
  return (millionths / 1e6) * factor + usage.webSearches * price.webSearch;
}

/**
 * One name for the many ways to write a model: without vendor, region, date, version of the deployment and window size.
 * `us.anthropic.claude-opus-4-5-20251101-v1:0`, `claude-opus-4-5@20251101` and `claude-opus-4-5[1m]` are `opus-4-5`.
 */
export function canonicalModel(model: string): string {
  return model
    .toLowerCase()
    .replace(/^.*claude-/, '')
    .replace(/\[[^[\]]*\]$/, '')
    .replace(/-v\d+(?::\d+)*$/, '')
    .replace(/[-@](?:\d{8}|latest)$/, '');
}

export interface ReadPrices {
  readonly prices: PriceList;
  /** What could not be used of the user's file, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * The built-in prices with those of a user's file laid over them:
 * `{ "models": { "claude-x-1": { "input": 3, "output": 15, "cacheRead": 0.3, "cacheWrite5m": 3.75, "cacheWrite1h": 6 } } }`.
 * What a model leaves out comes from its built-in price, else from the usual ratios to its input price.
 */
export function readPrices(json: unknown, builtIn: PriceList = BUILT_IN_PRICES): ReadPrices {
  const models = isObject(json) && asObject(json.models);
  if (!models) return { prices: builtIn, problems: ['The price file has no object "models".'] };
  const prices = new Map(builtIn);
  const problems: string[] = [];
  for (const [model, fields] of Object.entries(models)) {
    const price = isObject(fields) ? userPrice(fields, priceOf(model, builtIn)) : undefined;
    if (price) prices.set(canonicalModel(model), price);
    else problems.push(`The price of ${model} needs the numbers "input" and "output", none below zero.`);
  }
  return { prices, problems };
}

const FIELDS = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'webSearch',
  'fast',
  'usOnly',
] as const;

function userPrice(fields: JsonObject, known: Price | undefined): Price | undefined {
  const given = FIELDS.map((name) => fields[name]).filter((value) => value !== undefined);
  if (given.some((value) => typeof value !== 'number' || !Number.isFinite(value) || value < 0))
    return undefined;
  const of = (name: (typeof FIELDS)[number]): number | undefined =>
    numberField(fields, name) ?? known?.[name];
  const [input, output] = [of('input'), of('output')];
  if (input === undefined || output === undefined) return undefined;
  return {
    input,
    output,
    cacheRead: of('cacheRead') ?? input * 0.1,
    cacheWrite5m: of('cacheWrite5m') ?? input * 1.25,
    cacheWrite1h: of('cacheWrite1h') ?? input * 2,
    webSearch: of('webSearch') ?? WEB_SEARCH_USD,
    fast: of('fast') ?? 1,
    usOnly: of('usOnly') ?? US_ONLY_FACTOR,
    source: 'user',
  };
}

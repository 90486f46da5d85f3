// The prices clew knows, each with where it comes from and when; the one file to edit when a price changes [K5].
//
// `measured` prices are the client's own: scripts/measure-prices.mjs runs it against a scripted API and reads what it
// charges. `list` prices are the public ones, for models that the client no longer knows or answers for with another.

export interface PriceSource {
  readonly kind: 'measured' | 'list';
  /** The day, YYYY-MM-DD, on which the price was seen. */
  readonly date: string;
  readonly note: string;
}

export interface PriceRow {
  /** Names without the leading `claude-` and without a date. */
  readonly models: readonly string[];
  /** USD per million tokens: input, output, cache read, 5-minute cache write, 1-hour cache write. */
  readonly usd: readonly [number, number, number, number, number];
  /** What an answer in fast mode (`usage.speed`) costs, as a multiple; 1 where the client makes no difference. */
  readonly fast: number;
  readonly source: PriceSource;
}

const CLIENT: PriceSource = {
  kind: 'measured',
  date: '2026-11-16',
  note: 'client 2.1.325, by scripts/measure-prices.mjs',
};
const LIST: PriceSource = { kind: 'list', date: '2026-11-16', note: 'public list price' };

/** USD for one web search, whatever the model. Measured. */
export const WEB_SEARCH_USD = 0.01;

/** What an answer made in the United States only (`usage.inference_geo` is `us`) costs, as a multiple. Measured. */
export const US_ONLY_FACTOR = 1.1;

export const PRICE_ROWS: readonly PriceRow[] = [
  { models: ['opus-5-5'], usd: [4, 20, 0.2, 5, 8], fast: 2, source: CLIENT },
  { models: ['sonnet-5-5'], usd: [2, 10, 0.1, 2.5, 4], fast: 1, source: CLIENT },
  { models: ['haiku-5-5'], usd: [0.1, 0.5, 0.01, 0.125, 0.2], fast: 1, source: CLIENT },
  { models: ['fable-5'], usd: [10, 50, 1, 12.5, 20], fast: 1, source: CLIENT },
  { models: ['opus-5', 'opus-4-8'], usd: [5, 25, 0.5, 6.25, 10], fast: 2, source: CLIENT },
  { models: ['opus-4-7', 'opus-4-6'], usd: [5, 25, 0.5, 6.25, 10], fast: 6, source: CLIENT },
  { models: ['opus-4-5'], usd: [5, 25, 0.5, 6.25, 10], fast: 1, source: CLIENT },
  { models: ['sonnet-5'], usd: [2, 10, 0.2, 2.5, 4], fast: 1, source: CLIENT },
  {
    models: ['sonnet-4-6', 'sonnet-4-5', 'sonnet-4', '3-7-sonnet'],
    usd: [3, 15, 0.3, 3.75, 6],
    fast: 1,
    source: CLIENT,
  },
  { models: ['haiku-4-5'], usd: [1, 5, 0.1, 1.25, 2], fast: 1, source: CLIENT },
  { models: ['3-5-haiku'], usd: [0.8, 4, 0.08, 1, 1.6], fast: 1, source: CLIENT },
  { models: ['opus-4-1', 'opus-4', '3-opus'], usd: [15, 75, 1.5, 18.75, 30], fast: 1, source: LIST },
];

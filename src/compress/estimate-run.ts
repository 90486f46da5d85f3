// Tells beforehand what a run will send, to whom and at what price, so that a person can say yes or no to it.
import { estimateText, type Tokenizer } from '../context/tokens/estimate-text.ts';
import { NO_TOKENS } from '../session/usage.ts';
import { costOf, type PriceList } from '../stats/prices.ts';
import { makeBatches, type Neighbours } from './make-batches.ts';
import type { PreparedUnit } from './prepare-units.ts';
import type { Provider } from './provider.ts';
import { SYSTEM_PROMPT, writePrompt } from './write-prompt.ts';

/** What a compression would send, to whom, and what that costs. */
export interface RunEstimate {
  readonly provider: Provider['name'];
  readonly model: string;
  readonly destination: string | undefined;
  /** Texts to be shortened, and how many of them are known from an earlier run. */
  readonly texts: number;
  readonly cached: number;
  readonly calls: number;
  /** Tokens that are sent and that come back. */
  readonly input: number;
  readonly output: number;
  /** USD; undefined where the model's price is not known, 0 where nothing is asked. */
  readonly cost: number | undefined;
  /** Secrets that are hidden before anything is sent. */
  readonly secrets: number;
}

export function estimateRun(
  prepared: readonly PreparedUnit[],
  provider: Provider,
  neighbours: Neighbours,
  tokenizer: Tokenizer,
  prices?: PriceList,
): RunEstimate {
  const open = prepared.filter(({ cached }) => cached === undefined);
  const secrets = open.reduce((sum, one) => sum + one.secrets.size, 0);
  const about = { provider: provider.name, model: provider.model, destination: provider.destination };
  const texts = { texts: prepared.length, cached: prepared.length - open.length, secrets };
  if (provider.destination === undefined || open.length === 0)
    return { ...about, ...texts, calls: 0, input: 0, output: 0, cost: 0 };
  const byId = new Map(open.map((one) => [one.unit.id, one]));
  const batches = makeBatches(
    open.map(({ unit }) => unit),
    neighbours,
  );
  const system = estimateText(SYSTEM_PROMPT, tokenizer);
  let input = 0;
  let output = 0;
  for (const { units, before, after } of batches) {
    const requests = units.map((unit) => (byId.get(unit.id) as PreparedUnit).request);
    input += system + estimateText(writePrompt({ requests, before, after }).prompt, tokenizer);
    output += requests.reduce((sum, { target }) => sum + target + 12, 0);
  }
  const usage = { ...NO_TOKENS, input, output };
  return {
    ...about,
    ...texts,
    calls: batches.length,
    input: Math.round(input),
    output: Math.round(output),
    cost: costOf(usage, priceName(about), prices),
  };
}

const NEWEST: Readonly<Record<string, string>> = {
  haiku: 'claude-haiku-5-5',
  sonnet: 'claude-sonnet-5-5',
  opus: 'claude-opus-5-5',
};

/** The name to look a price up by: the client takes short names for its newest models. */
export function priceName({ provider, model }: Pick<RunEstimate, 'provider' | 'model'>): string {
  return provider === 'claude' ? (NEWEST[model] ?? model) : model;
}

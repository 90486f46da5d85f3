// Makes units ready to be asked for: secrets masked, and what is known from an earlier run taken from the cache.
import type { Tokenizer } from '../context/tokens/estimate-text.ts';
import type { CompressUnit } from '../transform/compress-unit.ts';
import { judgeResult } from './judge-result.ts';
import { maskText, unmaskText } from './mask-text.ts';
import type { Provider, ShortenRequest } from './provider.ts';
import { cacheKey, type ResultCache } from './result-cache.ts';

export interface PreparedUnit {
  readonly unit: CompressUnit;
  readonly request: ShortenRequest;
  readonly secrets: ReadonlyMap<string, string>;
  readonly key: string;
  /** The result of an earlier run, masked. */
  readonly cached: string | undefined;
}

export async function prepareUnits(
  units: readonly CompressUnit[],
  provider: Provider,
  cache: ResultCache | undefined,
  tokenizer: Tokenizer,
): Promise<PreparedUnit[]> {
  const prepared: PreparedUnit[] = [];
  for (const unit of units) {
    const { id, kind, tool, tokens, target } = unit;
    // What stays in this process need not be hidden from it.
    const { text, secrets } =
      provider.destination === undefined ? { text: unit.text, secrets: NONE } : maskText(unit.text);
    // A secret may look like any name.
    const wanted = secrets.size === 0 ? unit.wanted : unit.wanted.filter((name) => text.includes(name));
    const request = { id, kind, tool, text, tokens, target, wanted };
    const key = cacheKey(provider, request);
    const kept = await cache?.get(key);
    // What does not serve here is asked for, and so has a part in what a person agrees to.
    const serves = kept !== undefined && judgeResult(unmaskText(kept, secrets), unit, tokenizer).good;
    prepared.push({ unit, request, secrets, key, cached: serves ? kept : undefined });
  }
  return prepared;
}

const NONE: ReadonlyMap<string, string> = new Map();

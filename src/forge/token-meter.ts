// Keeps a thread's context growing as the API would count it: each request holds the last one plus what was added [K1].
import type { Json, JsonObject } from '../base/json.ts';
import type { Era } from './eras.ts';
import type { Random } from './random.ts';

export interface RequestTokens {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cache: '5m' | '1h';
}

const CACHE_MS = { '5m': 300_000, '1h': 3_600_000 } as const;

export class TokenMeter {
  #cached = 0;
  #added: number;
  #lastRequest = 0;
  readonly #cache: '5m' | '1h';

  /** `base` is the system prompt and the tool definitions. */
  constructor(base: number, cache: '5m' | '1h') {
    this.#added = base;
    this.#cache = cache;
  }

  /** Context of the next request: input + cache writes + cache reads. */
  get context(): number {
    return this.#cached + this.#added;
  }

  add(tokens: number): void {
    this.#added += tokens;
  }

  /** Takes the request's tokens at time `now`; a cache that lived out its time is written anew. */
  request(now: number, random: Random): RequestTokens {
    const total = this.context;
    const expired = now - this.#lastRequest > CACHE_MS[this.#cache];
    const cacheRead = expired ? 0 : this.#cached;
    const input = Math.min(total - cacheRead, random.int(1, 9));
    this.#lastRequest = now;
    this.#cached = total;
    this.#added = 0;
    return { input, cacheRead, cacheWrite: total - cacheRead - input, cache: this.#cache };
  }

  /** Starts over with `tokens` in the context, as after a compaction. */
  reset(tokens: number): void {
    this.#cached = 0;
    this.#added = tokens;
  }
}

/** A rough size of a text in tokens. */
export function textTokens(text: string): number {
  return Math.ceil(text.length / 3.6) + 3;
}

/** The `usage` object as the era writes it. */
export function usageFields(era: Era, tokens: RequestTokens, output: number): JsonObject {
  const { input, cacheRead, cacheWrite, cache } = tokens;
  const base = {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
  };
  const [write5m, write1h] = cache === '1h' ? [0, cacheWrite] : [cacheWrite, 0];
  if (era.usage === 'plain') return { ...base, output_tokens: output, service_tier: 'standard' };
  if (era.usage !== 'iterations') {
    const split = { ephemeral_5m_input_tokens: write5m, ephemeral_1h_input_tokens: write1h };
    const plain = { ...base, cache_creation: split, output_tokens: output, service_tier: 'standard' };
    return era.usage === 'geo' ? { ...plain, inference_geo: 'not_available' } : plain;
  }
  const split = { ephemeral_1h_input_tokens: write1h, ephemeral_5m_input_tokens: write5m };
  const iteration: Json = {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
    cache_creation: split,
    type: 'message',
  };
  return {
    ...base,
    output_tokens: output,
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: 'standard',
    cache_creation: split,
    inference_geo: 'not_available',
    iterations: [iteration],
    speed: 'standard',
  };
}

// What shortens texts: one small interface for models and for the way without one.
import type { UnitKind } from '../transform/compress-unit.ts';

/** One text to be shortened, secrets already masked. */
export interface ShortenRequest {
  readonly id: string;
  readonly kind: UnitKind;
  readonly tool: string | undefined;
  readonly text: string;
  readonly tokens: number;
  /** What shall be left, in tokens, as the provider is to be asked for it. */
  readonly target: number;
  /** Names that later turns speak of again. */
  readonly wanted: readonly string[];
  /** What a first try came out as, in tokens, where this is the second. */
  readonly missed?: number;
}

/** Texts that are asked for together, with what stands around them in the conversation. */
export interface Batch {
  readonly requests: readonly ShortenRequest[];
  readonly before: string;
  readonly after: string;
}

/** The answers to a batch, and what they took. */
export interface Shortened {
  /** By id of the request; what is missing was not answered, or not whole. */
  readonly texts: ReadonlyMap<string, string>;
  readonly usage: { readonly input: number; readonly output: number };
}

/** Shortens batches of texts: a model somewhere, or a program here. */
export interface Provider {
  readonly name: 'offline' | 'anthropic' | 'claude' | 'openai';
  /** The model's name; `extractive` for the way without one. */
  readonly model: string;
  /** To whom the texts go, for a person to agree to; undefined where they do not leave this process. */
  readonly destination: string | undefined;
  /** How many batches it takes at once. */
  readonly concurrency: number;
  shorten(batch: Batch, signal: AbortSignal): Promise<Shortened>;
}

export type FailureKind =
  /** Overloaded, limited, cut off by the network or too slow: worth another try. */
  | 'passing'
  /** This request cannot be answered. */
  | 'refused'
  /** No request will be answered: a wrong key, no such model, no program. */
  | 'hopeless';

/** A provider did not answer as it should; its kind says whether to try again. */
export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  /** What the other side asked to wait, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(kind: FailureKind, message: string, retryAfter?: number) {
    super(message);
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

/** What an HTTP status means for the next try. */
export function failureOfStatus(status: number, message: string, retryAfter?: number): ProviderFailure {
  if (status === 408 || status === 409 || status === 429 || status >= 500)
    return new ProviderFailure('passing', message, retryAfter);
  const hopeless = status === 401 || status === 402 || status === 403 || status === 404;
  return new ProviderFailure(hopeless ? 'hopeless' : 'refused', message);
}

/** Reads `Retry-After` (seconds or a date) or `retry-after-ms`. */
export function readRetryAfter(headers: Headers | undefined, now: number): number | undefined {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const text = headers?.get('retry-after');
  if (text === null || text === undefined || text.trim() === '') return undefined;
  const seconds = Number(text);
  const wait = Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1000;
  return wait >= 0 ? wait : undefined;
}

// Runs a compression: batches at once within a limit, second tries for misses, results into the cache as they come.
import { Refusal } from '../base/refusal.ts';
import type { Tokenizer } from '../context/tokens/estimate-text.ts';
import type { CompressUnit } from '../transform/compress-unit.ts';
import { judgeResult } from './judge-result.ts';
import { makeBatches, type Neighbours, type UnitBatch } from './make-batches.ts';
import { unmaskText } from './mask-text.ts';
import type { PreparedUnit } from './prepare-units.ts';
import { type Provider, ProviderFailure } from './provider.ts';
import type { ResultCache } from './result-cache.ts';
import { type RetryOptions, withRetry } from './with-retry.ts';

export interface RunOptions {
  readonly provider: Provider;
  readonly cache: ResultCache | undefined;
  readonly neighbours: Neighbours;
  readonly tokenizer: Tokenizer;
  readonly retry: RetryOptions;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, of: number) => void;
}

export interface UnitOutcome {
  readonly unit: CompressUnit;
  /** The text to stand in its place; undefined where the original stays. */
  readonly text: string | undefined;
  readonly tokens: number;
  readonly how: 'asked' | 'cached' | 'kept';
  /** Why the original stays. */
  readonly why: string | undefined;
}

export interface RunResult {
  /** In the order of the units. */
  readonly outcomes: readonly UnitOutcome[];
  readonly calls: number;
  readonly usage: { readonly input: number; readonly output: number };
}

/** So many batches in a row that fail for good, and nobody is asked any more. */
const GIVE_UP_AFTER = 3;

export async function runCompression(
  prepared: readonly PreparedUnit[],
  options: RunOptions,
): Promise<RunResult> {
  const run = new Run(prepared, options);
  await run.all();
  return run.result();
}

class Run {
  readonly #options: RunOptions;
  readonly #prepared: ReadonlyMap<string, PreparedUnit>;
  readonly #outcomes: Map<string, UnitOutcome> = new Map();
  readonly #stop: AbortController = new AbortController();
  readonly #signal: AbortSignal;
  #calls = 0;
  #input = 0;
  #output = 0;
  #failedInRow = 0;
  #lastFailure = '';
  #asked = 0;
  #got = 0;

  constructor(prepared: readonly PreparedUnit[], options: RunOptions) {
    this.#options = options;
    this.#prepared = new Map(prepared.map((one) => [one.unit.id, one]));
    this.#signal = AbortSignal.any([options.signal, this.#stop.signal]);
  }

  async all(): Promise<void> {
    const open: CompressUnit[] = [];
    for (const one of this.#prepared.values()) {
      if (one.cached === undefined) open.push(one.unit);
      else this.#take(one, one.cached, 'cached');
    }
    this.#tell();
    const batches = makeBatches(open, this.#options.neighbours);
    const workers = Math.max(1, Math.min(this.#options.provider.concurrency, batches.length));
    const waiting = batches.values();
    // The first alone: what the model makes of its targets is known before many are asked for at once.
    const first = batches.length > workers ? waiting.next().value : undefined;
    if (first) await this.#guard(() => this.#batch(first));
    await Promise.all(
      Array.from({ length: workers }, async () => {
        for (const batch of waiting) await this.#guard(() => this.#batch(batch));
      }),
    );
  }

  result(): RunResult {
    const outcomes = [...this.#prepared.values()].map(
      ({ unit }) => this.#outcomes.get(unit.id) ?? kept(unit, this.#lastFailure || 'it was not asked for'),
    );
    return { outcomes, calls: this.#calls, usage: { input: this.#input, output: this.#output } };
  }

  // The first failure that ends the run stops the other workers, too.
  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      if (this.#signal.aborted) throw this.#signal.reason;
      await work();
    } catch (error) {
      this.#stop.abort(error);
      if (this.#options.signal.aborted) throw this.#interrupted();
      throw error;
    }
  }

  async #batch(batch: UnitBatch): Promise<void> {
    const misses = await this.#ask(batch, new Map());
    // Alone, a text is answered with more care; and one that spoils its batch spoils only itself.
    for (const [id, missed] of misses) {
      const { unit } = this.#prepared.get(id) as PreparedUnit;
      // What was tried again and again, or comes out the same each time, is not asked for once more.
      const final = missed.exhausted || this.#givenUp || this.#options.provider.name === 'offline';
      const second = final ? misses : undefined;
      const left = second ?? (await this.#ask({ ...batch, units: [unit] }, new Map([[id, missed]])));
      const miss = left.get(id);
      if (miss) this.#outcomes.set(id, kept(unit, miss.why));
      this.#tell();
    }
  }

  /** Asks once (with retries) and returns what was missed, with the reason. */
  async #ask(batch: UnitBatch, earlier: ReadonlyMap<string, Miss>): Promise<Map<string, Miss>> {
    const misses = new Map<string, Miss>();
    const all = batch.units.map((unit) => this.#prepared.get(unit.id) as PreparedUnit);
    if (this.#givenUp) {
      for (const { unit } of all) misses.set(unit.id, { why: this.#lastFailure });
      return misses;
    }
    const scale = this.#scale();
    const requests = all.map(({ request }) => {
      const missed = earlier.get(request.id)?.tokens;
      const target = Math.max(5, Math.round(request.target * scale));
      return { ...request, target, ...(missed === undefined ? {} : { missed }) };
    });
    let texts: ReadonlyMap<string, string>;
    try {
      const answer = await withRetry(
        () => {
          this.#calls++;
          return this.#options.provider.shorten(
            { requests, before: batch.before, after: batch.after },
            this.#signal,
          );
        },
        this.#options.retry,
        this.#signal,
      );
      texts = answer.texts;
      this.#input += answer.usage.input;
      this.#output += answer.usage.output;
      this.#failedInRow = 0;
    } catch (error) {
      const why = this.#explain(error);
      const exhausted = error instanceof ProviderFailure && error.kind === 'passing';
      for (const { unit } of all) misses.set(unit.id, { why, exhausted });
      return misses;
    }
    for (const [i, one] of all.entries()) {
      const text = texts.get(one.unit.id);
      const judged = text === undefined ? NOT_ANSWERED : this.#take(one, text, 'asked');
      if (text !== undefined && judged.tokens !== undefined) {
        this.#asked += requests[i]?.target ?? 0;
        this.#got += judged.tokens;
      }
      if (judged.good) await this.#remember(one, text as string);
      else misses.set(one.unit.id, judged);
    }
    this.#tell();
    return misses;
  }

  #take(one: PreparedUnit, masked: string, how: 'asked' | 'cached'): Tried {
    const text = unmaskText(masked, one.secrets);
    const picked = this.#options.provider.name === 'offline';
    const judged = judgeResult(text, one.unit, this.#options.tokenizer, picked);
    if (judged.good)
      this.#outcomes.set(one.unit.id, { unit: one.unit, text, tokens: judged.tokens, how, why: undefined });
    return judged;
  }

  async #remember({ key }: PreparedUnit, masked: string): Promise<void> {
    // A cache that cannot be written costs the next run money, not this one its result.
    await this.#options.cache?.put(key, masked).catch(() => undefined);
  }

  #explain(error: unknown): string {
    if (this.#signal.aborted || !(error instanceof ProviderFailure)) throw error;
    if (error.kind === 'hopeless') {
      throw new Refusal(
        'provider-failed',
        `${this.#options.provider.name} cannot be asked: ${error.message}`,
        'Nothing was written. Check the key, the model and the address, or use --provider offline.',
      );
    }
    this.#lastFailure = error.message;
    if (error.kind === 'passing') this.#failedInRow++;
    return error.message;
  }

  get #givenUp(): boolean {
    return this.#failedInRow >= GIVE_UP_AFTER;
  }

  // Models write steadily more or less than they are asked for: later texts are asked for by what came before.
  #scale(): number {
    if (this.#options.provider.name === 'offline' || this.#asked < 200) return 1;
    return Math.min(1.8, Math.max(0.5, this.#asked / Math.max(1, this.#got)));
  }

  #tell(): void {
    this.#options.onProgress?.(this.#outcomes.size, this.#prepared.size);
  }

  #interrupted(): Refusal {
    const done = [...this.#outcomes.values()].filter(({ text }) => text !== undefined).length;
    return new Refusal(
      'interrupted',
      `Interrupted after ${done} of ${this.#prepared.size} texts; nothing was written.`,
      this.#options.cache ? 'What is done is kept: the same command goes on from there.' : undefined,
    );
  }
}

interface Miss {
  readonly why: string;
  /** What the try came out as; undefined where there was no text. */
  readonly tokens?: number | undefined;
  /** It was tried as often as makes sense. */
  readonly exhausted?: boolean;
}

const NOT_ANSWERED: Tried = { good: false, tokens: undefined, why: 'the answer left it out or was cut off' };

interface Tried extends Miss {
  readonly good: boolean;
}

function kept(unit: CompressUnit, why: string): UnitOutcome {
  return { unit, text: undefined, tokens: unit.tokens, how: 'kept', why };
}

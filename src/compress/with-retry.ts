// Tries again what failed for a passing reason, waiting longer each time, and as long as the other side asks.
import { setTimeout } from 'node:timers/promises';
import { ProviderFailure } from './provider.ts';

export interface RetryOptions {
  /** How often it is tried in all. */
  readonly tries: number;
  /** The first wait in milliseconds; each later one is twice as long. */
  readonly wait: number;
  readonly mostWait: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1: spreads the waits of requests that failed together. */
  readonly random: () => number;
}

export const RETRIES: RetryOptions = {
  tries: 4,
  wait: 1000,
  mostWait: 60_000,
  sleep: sleepFor,
  random: Math.random,
};

export async function withRetry<T>(
  attempt: () => Promise<T>,
  options: RetryOptions,
  signal: AbortSignal,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      const passing = error instanceof ProviderFailure && error.kind === 'passing';
      if (!passing || tried >= options.tries || signal.aborted) throw error;
      const own = options.wait * 2 ** (tried - 1) * (0.75 + options.random() / 2);
      await options.sleep(Math.min(options.mostWait, Math.max(own, error.retryAfter ?? 0)), signal);
    }
  }
}

/** An interruption ends it with its own reason. */
async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {
    throw signal.reason;
  });
}

// Checks many sessions on every core: this thread and others take the next session from one shared counter.
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { Refusal } from '../base/refusal.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { startThread } from '../disk/start-thread.ts';
import { setForWideWork } from '../disk/v8-settings.ts';
import type { FileCheck } from './check-one-session.ts';
import type { PoolJob, PoolResult } from './check-worker.ts';

/** One file of a home, checked. */
export interface HomeFile {
  /** Undefined where the file could not be read: `refusal` says why. */
  readonly check: FileCheck | undefined;
  readonly refusal: Refusal | undefined;
  readonly bytes: number;
}

/** Below this, more threads cost more than they bring. */
const WORTH_THREADS = 4_000_000;
const MOST_THREADS = 8;
/**
 * Most of what a check makes is gone with its session: with room for it, it is thrown away without being copied around. Only from
 * Node 22 on: before, `setForShortRun` keeps the room small, and no other number changes anything.
 */
const YOUNG_MEGABYTES = 32;

/** Starts threads to help this one, which load their code while the caller still looks for agents; none where they are not worth it. */
export function startThreads(sessions: readonly SessionFile[]): readonly Worker[] {
  const bytes = sessions.reduce((sum, session) => sum + session.bytes, 0);
  const count = Math.min(MOST_THREADS, availableParallelism(), sessions.length);
  // Node 20 cannot run TypeScript: from source, in tests, everything is done in this thread.
  if (import.meta.url.endsWith('.ts') || bytes < WORTH_THREADS || count < 2) return [];
  setForWideWork();
  const file = new URL('./check-worker.js', import.meta.url);
  const options = {
    workerData: 'clew check',
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    // Flags meant for the main script (`node --input-type …`) would stop a thread from loading a file.
    execArgv: [],
  };
  return Array.from({ length: count - 1 }, () => startThread(file, options));
}

/** In the order of `sessions`; a session is reported when all before it are. */
export async function* checkInParallel(
  sessions: readonly SessionFile[],
  now: number,
  threads: readonly Worker[],
): AsyncGenerator<HomeFile> {
  const results = new Results(sessions.length);
  const next = new Int32Array(new SharedArrayBuffer(4));
  const job: PoolJob = { sessions, order: orderOf(sessions), next, now };
  share(job, threads, results);
  const own = checkHere(job, results);
  try {
    for (const [at, { bytes }] of sessions.entries()) {
      const { check, refusal } = await results.at(at);
      yield { check, refusal: refusal && new Refusal(refusal.code, refusal.message, refusal.hint), bytes };
    }
  } finally {
    // Whoever stops early (`| head`) must not wait for the rest.
    Atomics.store(next, 0, sessions.length);
    await Promise.all([own, ...threads.map((thread) => thread.terminate())]);
  }
}

// By path, but a session that would keep one thread busy at the end goes first.
function orderOf(sessions: readonly SessionFile[]): number[] {
  const total = sessions.reduce((sum, { bytes }) => sum + bytes, 0);
  const isLarge = (at: number) => (sessions[at]?.bytes ?? 0) * 16 > total;
  const all = sessions.map((_, at) => at);
  return [...all.filter(isLarge), ...all.filter((at) => !isLarge(at))];
}

function share(job: PoolJob, threads: readonly Worker[], results: Results): void {
  for (const thread of threads) {
    thread.on('message', (result: PoolResult) => results.add(result));
    thread.on('error', (error) => results.fail(error));
    thread.postMessage(job);
  }
}

async function checkHere(job: PoolJob, results: Results): Promise<void> {
  try {
    // Only here: a thread that merely hands out work need not load the rules.
    const { checkNext } = await import('./check-worker.ts');
    await checkNext(job, (result) => results.add(result));
  } catch (error) {
    results.fail(error);
  }
}

interface Waiting {
  readonly at: number;
  readonly resolve: (result: PoolResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Results by their places, handed out in order and forgotten then. */
class Results {
  readonly #found: (PoolResult | undefined)[];
  #waiting: Waiting | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(count: number) {
    this.#found = Array.from({ length: count });
  }

  add(result: PoolResult): void {
    this.#found[result.at] = result;
    if (this.#waiting?.at === result.at) this.#hand(this.#waiting);
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#waiting?.reject(error);
  }

  at(at: number): Promise<PoolResult> {
    return new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure.error);
      else if (this.#found[at]) this.#hand({ at, resolve, reject });
      else this.#waiting = { at, resolve, reject };
    });
  }

  #hand({ at, resolve }: Waiting): void {
    const result = this.#found[at] as PoolResult;
    this.#found[at] = undefined;
    this.#waiting = undefined;
    resolve(result);
  }
}

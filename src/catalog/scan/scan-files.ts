// Searches many files for a pattern on all cores: this thread begins at once, others join in as they wake up.
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { Refusal } from '../../base/refusal.ts';
import { startThread } from '../../disk/start-thread.ts';
import { compilePattern, type PatternSource } from './pattern.ts';
import { FileScanner, MOST_MS, type ScannedRow, type ScanTarget } from './scan-file.ts';

export interface ScanOrder {
  readonly targets: readonly ScanTarget[];
  readonly pattern: PatternSource;
  /** How long it may be tried on a piece of a file. */
  readonly most: number;
  /** The place of the next file to take, then for each thread whether it has begun; shared by all. */
  readonly next: Int32Array;
  /** The number of the thread that reads this; 0 is the one that began. */
  readonly thread: number;
}

/** Waking a thread takes as long as searching a hundred megabytes. */
const BYTES_PER_THREAD = 100_000_000;
const MOST_THREADS = 4;

export async function scanFiles(
  targets: readonly ScanTarget[],
  pattern: PatternSource,
  most: number = MOST_MS,
): Promise<ScannedRow[]> {
  // Refuses what cannot be read before any thread is started.
  compilePattern(pattern);
  const bytes = targets.reduce((sum, target) => sum + target.bytes, 0);
  const order: ScanOrder = {
    targets: targets.toSorted((a, b) => b.bytes - a.bytes),
    pattern,
    most,
    next: new Int32Array(new SharedArrayBuffer(4 * (MOST_THREADS + 1))),
    thread: 0,
  };
  // Compiled code only: a thread of Node 20 cannot run TypeScript.
  const compiled = import.meta.url.endsWith('.js');
  const wanted = Math.min(Math.floor(bytes / BYTES_PER_THREAD), availableParallelism() - 1, MOST_THREADS);
  const others = Array.from({ length: compiled ? Math.max(0, wanted) : 0 }, (_, i) =>
    scanInThread({ ...order, thread: i + 1 }),
  );
  try {
    const own = scanShare(order);
    // Nothing is left to take: a thread that is still waking up need not be waited for.
    const begun = others.filter((_, i) => Atomics.load(order.next, i + 1) !== 0);
    return [own, ...(await Promise.all(begun.map(({ rows }) => rows)))].flat();
  } finally {
    await Promise.all(others.map(({ worker }) => worker.terminate()));
  }
}

/** Takes files until none is left. One that vanished or is closed to us has nothing to find. */
export function scanShare({ targets, pattern, most, next, thread }: ScanOrder): ScannedRow[] {
  if (thread > 0) Atomics.store(next, thread, 1);
  const scanner = new FileScanner(compilePattern(pattern), most);
  const rows: ScannedRow[] = [];
  for (;;) {
    const target = targets[Atomics.add(next, 0, 1)];
    if (!target) return rows;
    try {
      for (const row of scanner.scan(target)) rows.push(row);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    }
  }
}

/** What a thread sends. An error that is thrown there arrives here without its class. */
export type ScanAnswer =
  | { readonly rows: ScannedRow[] }
  | { readonly refusal: Pick<Refusal, 'code' | 'message' | 'hint'> };

function scanInThread(order: ScanOrder): { readonly worker: Worker; readonly rows: Promise<ScannedRow[]> } {
  const worker = startThread(new URL('./scan-worker.js', import.meta.url), { workerData: order });
  const rows = new Promise<ScannedRow[]>((done, failed) => {
    worker.on('message', (answer: ScanAnswer) => {
      if ('rows' in answer) done(answer.rows);
      else failed(new Refusal(answer.refusal.code, answer.refusal.message, answer.refusal.hint));
    });
    worker.on('error', failed);
  });
  // Where this thread has failed first, nobody asks for it.
  rows.catch(() => undefined);
  return { worker, rows };
}

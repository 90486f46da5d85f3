// Checks sessions one after another until none is left; the same code in a worker and in the thread that started it.
import { setImmediate } from 'node:timers/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../base/refusal.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { checkOneSession, type FileCheck } from './check-one-session.ts';
import { SurroundingsReader } from './check-surroundings.ts';

export interface PoolJob {
  readonly sessions: readonly SessionFile[];
  /** Places in `sessions`, in the order they are taken. */
  readonly order: readonly number[];
  /** How many were taken; shared by all threads. */
  readonly next: Int32Array;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface PoolResult {
  readonly at: number;
  readonly check: FileCheck | undefined;
  readonly refusal:
    | { readonly code: string; readonly message: string; readonly hint: string | undefined }
    | undefined;
}

export async function checkNext(
  { sessions, order, next, now }: PoolJob,
  report: (result: PoolResult) => void,
): Promise<void> {
  const reader = new SurroundingsReader(now);
  for (;;) {
    const at = order[Atomics.add(next, 0, 1)];
    if (at === undefined) return;
    const session = sessions[at] as SessionFile;
    try {
      report({ at, check: await checkOneSession(session, reader), refusal: undefined });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, hint } = error;
      report({ at, check: undefined, refusal: { code, message, hint } });
    }
    // Files are read in one step: without a pause, the thread that prints would neither print nor hear of the others.
    await setImmediate();
  }
}

// Test runners have workers of their own, which import this file too.
if (!isMainThread && workerData === 'clew check') {
  parentPort?.once('message', (job: PoolJob) => {
    // A bug must reach the thread that waits, as an error of this worker.
    void checkNext(job, (result) => parentPort?.postMessage(result));
  });
}

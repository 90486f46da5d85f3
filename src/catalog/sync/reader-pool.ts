// Runs readers in worker threads, so that parsing and writing take place at the same time; a little work is done right here.
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../disk/start-thread.ts';
import { bytesToRead, type ReadAnswer, type ReadJob } from './read-job.ts';

/** What a job found: its answers in order, then how it ended. */
export interface JobAnswer {
  readonly job: ReadJob;
  readonly answer: ReadAnswer | undefined;
  /** Set where the file could not be read to its end: its system error's code, or the error's words. */
  readonly failed: string | undefined;
  readonly done: boolean;
}

export type TakeAnswer = (answer: JobAnswer) => void | Promise<void>;

/** Starting a thread costs as much as reading some megabytes. */
const LEAST_BYTES = 6_000_000;

export async function runJobs(jobs: readonly ReadJob[], take: TakeAnswer): Promise<void> {
  const bytes = jobs.reduce((sum, job) => sum + bytesToRead(job), 0);
  // A worker cannot be TypeScript: from sources (tests) everything is read here.
  const compiled = import.meta.url.endsWith('.js');
  if (!compiled || bytes < LEAST_BYTES) return readHere(jobs, take);
  const threads = Math.max(1, Math.min(availableParallelism() - 1, 4, jobs.length));
  await readInThreads(jobs, threads, take);
}

async function readHere(jobs: readonly ReadJob[], take: TakeAnswer): Promise<void> {
  if (jobs.length === 0) return;
  // Most syncs find nothing new: they need not load what reads a session.
  const { readLogFile } = await import('./read-log-file.ts');
  for (const job of jobs) {
    let failed: string | undefined;
    const answers = readLogFile(job);
    for (;;) {
      let next: IteratorResult<ReadAnswer>;
      try {
        next = await answers.next();
      } catch (error) {
        failed = describeFailure(error);
        break;
      }
      if (next.done) break;
      await take({ job, answer: next.value, failed: undefined, done: false });
      // A server has others to answer in between.
      await new Promise(setImmediate);
    }
    await take({ job, answer: undefined, failed, done: true });
  }
}

/** What a worker sends. */
export interface WorkerMessage {
  readonly answer: ReadAnswer | undefined;
  readonly failed: string | undefined;
  readonly done: boolean;
}

export function describeFailure(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : String(message ?? error);
}

async function readInThreads(jobs: readonly ReadJob[], threads: number, take: TakeAnswer): Promise<void> {
  // The largest first: one that is left for the end would keep a single thread busy.
  const waiting = jobs.toSorted((a, b) => bytesToRead(a) - bytesToRead(b));
  const workers: Worker[] = [];
  // One answer is taken at a time: there is one writer.
  let turn: Promise<void> = Promise.resolve();
  const run = (worker: Worker): Promise<void> =>
    new Promise((finished, failed) => {
      let job: ReadJob | undefined;
      const next = () => {
        job = waiting.pop();
        if (job) worker.postMessage(job);
        else finished();
      };
      worker.on('error', failed);
      worker.on('message', (message: WorkerMessage) => {
        const of = job as ReadJob;
        turn = turn.then(() => take({ job: of, ...message }));
        turn.then(() => (message.done ? next() : worker.postMessage('more')), failed);
      });
      next();
    });
  try {
    for (let i = 0; i < threads; i++) workers.push(startThread(new URL('./read-worker.js', import.meta.url)));
    await Promise.all(workers.map(run));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

// Starts a thread so that it wakes up as fast as it can.
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { delayForAllCores, optimizeAsUsual } from './delay-optimizing.ts';

export function startThread(script: URL, options?: WorkerOptions): Worker {
  delayForAllCores();
  const delayAgain = optimizeAsUsual();
  const thread = new Worker(script, options);
  thread.once('online', delayAgain);
  thread.once('exit', delayAgain);
  return thread;
}

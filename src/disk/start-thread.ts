// Starts a thread so that it wakes up as fast as it can.
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { setAsUsual, setForAllCores } from './v8-settings.ts';

/** One that is not busy leaves most of its core to others. */
export function startThread(
  script: URL,
  options?: WorkerOptions,
  { isBusy = true }: { readonly isBusy?: boolean } = {},
): Worker {
  if (isBusy) setForAllCores();
  const setAgain = setAsUsual();
  const thread = new Worker(script, options);
  thread.once('online', setAgain);
  thread.once('exit', setAgain);
  return thread;
}

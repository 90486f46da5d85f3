// The thread that reads: takes a job, sends what it finds, and stays no more than two answers ahead of the writer.
import { parentPort } from 'node:worker_threads';
import type { ReadJob } from './read-job.ts';
import { readLogFile } from './read-log-file.ts';
import { describeFailure, type WorkerMessage } from './reader-pool.ts';

const AHEAD = 2;

let sent = 0;
let taken = 0;
let wake: (() => void) | undefined;

parentPort?.on('message', (message: ReadJob | 'more') => {
  if (message === 'more') {
    taken++;
    wake?.();
  } else void read(message);
});

async function read(job: ReadJob): Promise<void> {
  sent = 0;
  taken = 0;
  let failed: string | undefined;
  try {
    for await (const answer of readLogFile(job)) {
      await mayGoOn();
      send({ answer, failed: undefined, done: false });
    }
  } catch (error) {
    failed = describeFailure(error);
  }
  send({ answer: undefined, failed, done: true });
}

function send(message: WorkerMessage): void {
  sent++;
  parentPort?.postMessage(message);
}

async function mayGoOn(): Promise<void> {
  while (sent - taken >= AHEAD) {
    await new Promise<void>((go) => {
      wake = go;
    });
  }
}

// The thread that helps to search files: takes its share, sends what it found, and ends.
import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../../base/refusal.ts';
import { type ScanAnswer, type ScanOrder, scanShare } from './scan-files.ts';

function answer(): ScanAnswer {
  try {
    return { rows: scanShare(workerData as ScanOrder) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, hint } = error;
    return { refusal: { code, message, hint } };
  }
}

parentPort?.postMessage(answer());

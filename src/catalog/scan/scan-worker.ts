// The thread that helps to search files: takes its share, sends what it found, and ends.
import { parentPort, workerData } from 'node:worker_threads';
import { type ScanOrder, scanShare } from './scan-files.ts';

parentPort?.postMessage(scanShare(workerData as ScanOrder));

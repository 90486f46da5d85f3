// The reference: two threads that read and parse every line of a home's session files, and do nothing with it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const root = join(process.argv[2], 'projects');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(root, name));
  const next = new Int32Array(new SharedArrayBuffer(4));
  new Worker(new URL(import.meta.url), { workerData: { files, next } });
  parseNext({ files, next });
} else parseNext(workerData);

function parseNext({ files, next }) {
  for (;;) {
    const file = files[Atomics.add(next, 0, 1)];
    if (file === undefined) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      try {
        if (line !== '') JSON.parse(line);
      } catch {}
    }
  }
}

// The thread that counts a share of the files, and sends back what it found in a form that need not be copied.
import { parentPort } from 'node:worker_threads';
import { type FileAnswers, joinAnswers } from '../stats/file-answers.ts';
import { type PackedUsage, packUsage } from '../stats/pack-usage.ts';
import { countShare, type ShareOrder, type UsageShare } from './count-usage-share.ts';

export type WorkerShare = Omit<UsageShare<never>, 'files'> &
  (
    | { readonly wanted: 'records'; readonly packed: PackedUsage }
    | { readonly wanted: 'answers'; readonly files: readonly FileAnswers[] }
  );

parentPort?.once('message', (order: ShareOrder) => {
  if (order.wanted === 'answers') {
    const share = countShare(order, joinAnswers);
    const buffers = share.files.map(({ numbers }) => numbers.buffer);
    parentPort?.postMessage({ wanted: 'answers', ...share } satisfies WorkerShare, buffers);
  } else {
    const { files, ...share } = countShare(order, (usage) => usage);
    const packed = packUsage(files);
    parentPort?.postMessage({ wanted: 'records', ...share, packed } satisfies WorkerShare, [
      packed.numbers.buffer,
    ]);
  }
});

// The thread that counts beside the main one: gets the list of files, and sends back its share, packed.
import { parentPort } from 'node:worker_threads';
import { type PackedUsage, packUsage } from '../stats/pack-usage.ts';
import { countShare, type ShareOrder } from './count-usage-share.ts';

export interface PackedShare {
  readonly places: readonly number[];
  readonly packed: PackedUsage;
  readonly problems: readonly string[];
}

parentPort?.once('message', (order: ShareOrder) => {
  const { places, files, problems } = countShare(order);
  const packed = packUsage(files);
  const share: PackedShare = { places, packed, problems };
  parentPort?.postMessage(share, [packed.numbers.buffer]);
});

// The thread that counts beside the main one: gets the list of files, and sends back its share, packed.
import { parentPort } from 'node:worker_threads';
import { type PackedUsage, packUsage } from '../stats/pack-usage.ts';
import type { UsageTarget } from './count-usage-file.ts';
import { countShare } from './count-usage-share.ts';

export interface ShareOrder {
  readonly targets: readonly UsageTarget[];
  readonly next: Int32Array;
}

export interface PackedShare {
  readonly places: readonly number[];
  readonly packed: PackedUsage;
  readonly problems: readonly string[];
}

parentPort?.once('message', ({ targets, next }: ShareOrder) => {
  const { places, files, problems } = countShare(targets, next);
  const packed = packUsage(files);
  const share: PackedShare = { places, packed, problems };
  parentPort?.postMessage(share, [packed.numbers.buffer]);
});

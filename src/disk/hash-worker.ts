// The thread that hashes what another one puts into their ring, until it is ended.
import { createHash, type Hash } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { FILLED, type HashRing, SLOT_BYTES, SLOTS, TAKEN } from './hash-thread.ts';

const { counters, heads, pieces } = workerData as HashRing;
const hashes = new Map<number, Hash>();

for (let taken = 0; ; taken++) {
  Atomics.wait(counters, FILLED, taken);
  const slot = taken % SLOTS;
  const [stream = 0, length = 0] = heads.subarray(2 * slot, 2 * slot + 2);
  const start = slot * SLOT_BYTES;
  const hash = hashes.get(stream) ?? createHash('sha256');
  hashes.set(stream, hash);
  if (length > 0) hash.update(pieces.subarray(start, start + length));
  else {
    pieces.set(hash.digest(), start);
    hashes.delete(stream);
  }
  Atomics.store(counters, TAKEN, taken + 1);
  Atomics.notify(counters, TAKEN);
}

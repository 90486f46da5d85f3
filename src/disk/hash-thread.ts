// Hashes long streams of bytes on a thread of its own, which takes them piece by piece from shared memory.
import type { Worker } from 'node:worker_threads';
import type { ByteHash } from './byte-hash.ts';
import { startThread } from './start-thread.ts';

/** What this thread and the other one share: a ring of slots, each of which holds a piece of one of several streams. */
export interface HashRing {
  /** How many slots were filled and how many taken out again, since the beginning. */
  readonly counters: Int32Array;
  /** Of each slot, the number of its stream and how many bytes it holds: none where the stream ends. */
  readonly heads: Int32Array;
  readonly pieces: Uint8Array;
}

export const FILLED = 0;
export const TAKEN = 1;
export const SLOTS = 4;
export const SLOT_BYTES: number = 1 << 20;
const DIGEST_BYTES = 32;

/** To be closed. To wait for its answers holds this thread up: they come as fast as memory is read. */
export class HashThread {
  readonly #ring: HashRing;
  readonly #thread: Worker;
  #streams = 0;

  constructor() {
    this.#ring = {
      counters: new Int32Array(new SharedArrayBuffer(8)),
      heads: new Int32Array(new SharedArrayBuffer(8 * SLOTS)),
      pieces: new Uint8Array(new SharedArrayBuffer(SLOTS * SLOT_BYTES)),
    };
    const script = new URL('./hash-worker.js', import.meta.url);
    this.#thread = startThread(script, { workerData: this.#ring, execArgv: [] }, { isBusy: false });
    this.#thread.unref();
  }

  newHash(): ByteHash {
    const stream = this.#streams++;
    return {
      update: (bytes) => {
        for (let at = 0; at < bytes.length; at += SLOT_BYTES)
          this.#put(stream, bytes.subarray(at, at + SLOT_BYTES));
      },
      digest: () => {
        const slot = this.#put(stream, NOTHING);
        this.#waitUntilTaken(this.#count(FILLED));
        const start = slot * SLOT_BYTES;
        return Buffer.from(this.#ring.pieces.subarray(start, start + DIGEST_BYTES)).toString('hex');
      },
    };
  }

  /** Whatever it was given is forgotten. */
  close(): void {
    void this.#thread.terminate();
  }

  /** Which slot it was put into. */
  #put(stream: number, bytes: Uint8Array): number {
    const { counters, heads, pieces } = this.#ring;
    const filled = this.#count(FILLED);
    this.#waitUntilTaken(filled - SLOTS + 1);
    const slot = filled % SLOTS;
    pieces.set(bytes, slot * SLOT_BYTES);
    heads[2 * slot] = stream;
    heads[2 * slot + 1] = bytes.length;
    Atomics.store(counters, FILLED, filled + 1);
    Atomics.notify(counters, FILLED);
    return slot;
  }

  #waitUntilTaken(wanted: number): void {
    for (let taken = this.#count(TAKEN); taken < wanted; taken = this.#count(TAKEN)) {
      if (Atomics.wait(this.#ring.counters, TAKEN, taken, MOST_WAIT) === 'timed-out')
        throw new Error('The thread that hashes does not answer.');
    }
  }

  #count(counter: number): number {
    return Atomics.load(this.#ring.counters, counter);
  }
}

const NOTHING = new Uint8Array(0);
/** Milliseconds in which a thread starts and hashes a megabyte, whatever else the machine does. */
const MOST_WAIT = 120_000;

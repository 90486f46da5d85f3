// Threads run compiled code only, so this looks at what was built: a thread finds the hashes that one finds by oneself.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SLOT_BYTES, SLOTS } from '../../src/disk/hash-thread.ts';
import { isBuilt } from '../package/install-built.ts';
import { loadBuilt } from './load-built.ts';

type Module = typeof import('../../src/disk/hash-thread.ts');

describe.skipIf(!isBuilt)('a thread that hashes', () => {
  let thread: InstanceType<Module['HashThread']>;

  beforeAll(async () => {
    const { HashThread } = await loadBuilt<Module>('disk/hash-thread.js');
    thread = new HashThread();
  });

  afterAll(() => thread.close());

  test('any pieces of streams that come in turns, from memory that is used again', () => {
    const size = fc.oneof(
      fc.nat(50),
      fc.constantFrom(SLOT_BYTES - 1, SLOT_BYTES, SLOT_BYTES + 1, (SLOTS + 1) * SLOT_BYTES + 7),
    );
    const piece = fc.record({ stream: fc.nat(2), size, fill: fc.nat(255) });
    const shared = new Uint8Array((SLOTS + 2) * SLOT_BYTES);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const own = [0, 1, 2].map(() => createHash('sha256'));
        const theirs = [0, 1, 2].map(() => thread.newHash());
        for (const { stream, size, fill } of pieces) {
          const bytes = shared.fill(fill).subarray(0, size);
          own[stream]?.update(bytes);
          theirs[stream]?.update(bytes);
        }
        expect(theirs.map((hash) => hash.digest())).toEqual(own.map((hash) => hash.digest('hex')));
      }),
      { numRuns: 25 },
    );
  });

  test('more streams than it has slots', () => {
    const hashes = Array.from({ length: 3 * SLOTS }, () => thread.newHash());
    for (const [i, hash] of hashes.entries()) hash.update(Buffer.from(`stream ${i}`));
    const expected = hashes.map((_, i) => createHash('sha256').update(`stream ${i}`).digest('hex'));
    expect(hashes.map((hash) => hash.digest())).toEqual(expected);
  });
});

// Tells whether a file still begins as it did and has only grown: by its number on the disk, and by hashes of its head and of the bytes before where reading stopped.
import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';

/** What is kept of a file up to `offset`, the end of the last line that was read. */
export interface Fingerprint {
  readonly inode: number;
  readonly offset: number;
  readonly headBytes: number;
  readonly head: string;
  readonly tailBytes: number;
  readonly tail: string;
}

const HEAD_BYTES = 4096;
const TAIL_BYTES = 512;

export function takeFingerprint(handle: number, offset: number): Fingerprint {
  const headBytes = Math.min(HEAD_BYTES, offset);
  const tailBytes = Math.min(TAIL_BYTES, offset);
  return {
    inode: fstatSync(handle).ino,
    offset,
    headBytes,
    head: hashRange(handle, 0, headBytes) ?? '',
    tailBytes,
    tail: hashRange(handle, offset - tailBytes, tailBytes) ?? '',
  };
}

/** True where everything up to `offset` can be taken as read. */
export function hasOnlyGrown(handle: number, known: Fingerprint): boolean {
  const { ino, size } = fstatSync(handle);
  if (ino !== known.inode || size < known.offset) return false;
  return sameEnds(handle, known);
}

/** The same ends, in a file that may lie elsewhere now. */
export function sameEnds(handle: number, known: Fingerprint): boolean {
  const { headBytes, head, offset, tailBytes, tail } = known;
  return (
    hashRange(handle, 0, headBytes) === head && hashRange(handle, offset - tailBytes, tailBytes) === tail
  );
}

function hashRange(handle: number, start: number, length: number): string | undefined {
  if (length === 0) return '';
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  while (at < length) {
    const read = readSync(handle, bytes, at, length - at, start + at);
    if (read === 0) return undefined;
    at += read;
  }
  return createHash('sha1').update(bytes).digest('base64');
}

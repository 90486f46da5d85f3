// Hashes bytes that come one piece after another.
import { createHash } from 'node:crypto';

/** Their SHA-256; each piece may be used again at once. */
export interface ByteHash {
  update(bytes: Uint8Array): void;
  digest(): string;
}

/** Hashes on the thread of whoever asks. */
export function newHash(): ByteHash {
  const hash = createHash('sha256');
  return {
    update: (bytes) => void hash.update(bytes),
    digest: () => hash.digest('hex'),
  };
}

/** How many bytes there are, and their hash. */
export async function hashChunks(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = newHash();
  let bytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest() };
}

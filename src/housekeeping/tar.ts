// Writes and reads the plain kind of tar that packs are: regular files with short names, nothing else, so nothing can lead elsewhere.
import { encodeUtf8 } from '../base/bytes.ts';
import { Refusal } from '../base/refusal.ts';

export interface TarFile {
  readonly name: string;
  readonly bytes: number;
  readonly chunks: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

const BLOCK = 512;

export async function* writeTar(files: Iterable<TarFile>): AsyncGenerator<Uint8Array> {
  for (const { name, bytes, chunks } of files) {
    yield header(name, bytes);
    let written = 0;
    for await (const chunk of chunks()) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== bytes)
      throw new Refusal(
        'file-changed',
        'A file changed while it was packed.',
        'Close the client and try again.',
      );
    if (bytes % BLOCK !== 0) yield new Uint8Array(BLOCK - (bytes % BLOCK));
  }
  yield new Uint8Array(2 * BLOCK);
}

export interface TarEntry {
  readonly name: string;
  readonly bytes: number;
  /** Must be read to its end before the next entry is asked for. */
  readonly chunks: AsyncGenerator<Uint8Array>;
}

export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new BlockReader(source);
  try {
    for (;;) {
      const block = await reader.take(BLOCK);
      if (block === undefined) throw badPack('it ends too early');
      if (block.every((byte) => byte === 0)) return;
      const { name, bytes } = readHeader(block);
      yield { name, bytes, chunks: reader.stream(bytes) };
      await reader.skip((BLOCK - (bytes % BLOCK)) % BLOCK);
    }
  } finally {
    await reader.close();
  }
}

export function badPack(why: string): Refusal {
  return new Refusal('bad-pack', `This is no pack that clew would write: ${why}.`, 'Nothing was changed.');
}

function header(name: string, bytes: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string): void => block.set(encodeUtf8(text), at);
  put(0, name);
  put(100, '0000600\0');
  put(108, '0000000\0');
  put(116, '0000000\0');
  if (bytes < 8 ** 11) put(124, `${bytes.toString(8).padStart(11, '0')}\0`);
  else putLarge(block, bytes);
  put(136, '00000000000\0');
  put(148, '        ');
  put(156, '0');
  put(257, 'ustar\u000000');
  put(148, `${checksum(block).toString(8).padStart(6, '0')}\0 `);
  return block;
}

// Eight gigabytes and more do not fit the octal field: GNU's binary form, which every tar reads.
function putLarge(block: Uint8Array, bytes: number): void {
  let rest = bytes;
  for (let at = 135; at > 124; at--) {
    block[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  block[124] = 0x80;
}

function readHeader(block: Uint8Array): { name: string; bytes: number } {
  const text = (from: number, to: number): string =>
    Buffer.from(block.subarray(from, to)).toString('latin1').replace(/\0.*$/s, '');
  const blank = block.slice();
  blank.fill(0x20, 148, 156);
  if (Number.parseInt(text(148, 156), 8) !== checksum(blank)) throw badPack('a header is damaged');
  // Links, folders, devices and long-name records never occur in a pack.
  if (text(156, 157) !== '0' || text(157, 257) !== '' || text(345, 500) !== '')
    throw badPack('it holds something else than plain files');
  return { name: text(0, 100), bytes: readSize(block) };
}

function readSize(block: Uint8Array): number {
  if (block[124] !== 0x80)
    return Number.parseInt(Buffer.from(block.subarray(124, 135)).toString('latin1'), 8) || 0;
  let bytes = 0;
  for (let at = 125; at < 136; at++) bytes = bytes * 256 + (block[at] ?? 0);
  if (!Number.isSafeInteger(bytes)) throw badPack('a file in it is too large');
  return bytes;
}

function checksum(block: Uint8Array): number {
  return block.reduce((sum, byte) => sum + byte, 0);
}

class BlockReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Uint8Array | undefined> {
    const block = new Uint8Array(length);
    let at = 0;
    for await (const chunk of this.stream(length, true)) {
      block.set(chunk, at);
      at += chunk.length;
    }
    return at === length ? block : undefined;
  }

  /** What stands behind the last file is not read: whoever gives it must not wait for that. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async skip(length: number): Promise<void> {
    if (length > 0) await this.take(length);
  }

  async *stream(length: number, mayEnd = false): AsyncGenerator<Uint8Array> {
    let left = length;
    while (left > 0) {
      if (this.#held.length === 0) {
        const next = await this.#source.next();
        if (next.done) {
          if (mayEnd) return;
          throw badPack('it ends too early');
        }
        this.#held = next.value;
        continue;
      }
      const part = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
}

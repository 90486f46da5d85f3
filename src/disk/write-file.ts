// Writes a file so that it appears whole or not at all: temporary file, fsync, rename.
import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { existsRefusal, publishNewFile, syncFolderOf } from './publish-file.ts';
import { quoteName } from './quote-name.ts';
import { directoryRefusal, errorCode, writeRefusal } from './system-error.ts';

/** Whether a file may be replaced, and who may read it. */
export interface WriteOptions {
  /** Permissions of the file; those of the replaced file, else 0600 as sessions hold private things. */
  readonly mode?: number;
  /** Without it, an existing file is never overwritten. */
  readonly replace?: boolean;
  /** Shown all that is written, in order, in large pieces that are used again afterwards. */
  readonly see?: (bytes: Uint8Array) => void;
}

/**
 * Writes the chunks to `path` and returns how many bytes that were. A chunk may be reused once the next one is asked for.
 * If anything fails, the source included, `path` is as it was and the temporary file is gone.
 */
export async function writeFileAtomically(
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options: WriteOptions = {},
): Promise<number> {
  const old = await oldFile(path, options);
  // Through a link, the file it names is replaced, not the link.
  const target = old && options.replace ? await realpath(path) : path;
  // Not ending in .jsonl and with a dot: neither client nor clew takes it for a session.
  const temporary = join(dirname(target), `.clew-${randomUUID()}.tmp`);
  const handle = await attempt(path, () => open(temporary, 'wx', 0o600));
  try {
    let bytes: number;
    try {
      const early = new EarlySync(handle);
      bytes = await writeChunks(chunks, (some) => {
        options.see?.(some);
        return attempt(path, async () => {
          await writeAll(handle, some);
          await early.note(some.length);
        });
      });
      await attempt(path, async () => {
        await early.end();
        await finish(handle, old, options.mode);
      });
    } finally {
      await handle.close();
    }
    await attempt(path, () =>
      options.replace ? rename(temporary, target) : publishNewFile(temporary, target),
    );
    await syncFolderOf(target);
    return bytes;
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

// Around our own steps only: an error of the source must not be told as one of the target.
async function attempt<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw writeRefusal(path, error);
  }
}

// Looked at first so that gigabytes are not written in vain; publishing decides again.
async function oldFile(path: string, options: WriteOptions): Promise<Stats | undefined> {
  try {
    const there = options.replace ? await stat(path) : await lstat(path);
    if (there.isDirectory()) throw directoryRefusal(path);
    if (!options.replace) throw existsRefusal(path);
    if (!there.isFile()) throw new Refusal('not-a-file', `${quoteName(path)} is not a regular file.`);
    return there;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw writeRefusal(path, error);
  }
}

async function finish(handle: FileHandle, old: Stats | undefined, mode: number | undefined): Promise<void> {
  // When root mends a user's file, the client must still be able to append to it.
  if (old && process.getuid?.() === 0) await handle.chown(old.uid, old.gid);
  await handle.chmod(mode ?? (old ? old.mode & 0o7777 : 0o600));
  await handle.sync();
}

const EARLY_BYTES = 64 << 20;

/** Has the system put long files away while more of them is made: half a second less to wait for at the end of two gigabytes. */
class EarlySync {
  readonly #handle: FileHandle;
  #bytes = 0;
  #syncing: Promise<void> | undefined;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async note(bytes: number): Promise<void> {
    this.#bytes += bytes;
    if (this.#bytes < EARLY_BYTES) return;
    await this.end();
    this.#bytes = 0;
    this.#syncing = this.#handle.datasync();
    // Heard of in `end`: the system tells of a failure once.
    this.#syncing.catch(() => undefined);
  }

  async end(): Promise<void> {
    await this.#syncing;
  }
}

const BUFFER_BYTES = 1 << 20;

// Lines come with their newlines as chunks of one byte: they are gathered into large writes, and while the system takes one
// buffer, the other is filled.
async function writeChunks(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<number> {
  let buffer: Uint8Array = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let other: Uint8Array | undefined;
  let held = 0;
  let total = 0;
  let written = Promise.resolve();
  const passOn = async (): Promise<void> => {
    await written;
    written = write(buffer.subarray(0, held));
    // If it fails, that is told to whoever waits for it; the source may fail before.
    written.catch(() => undefined);
    [buffer, other] = [other ?? Buffer.allocUnsafeSlow(BUFFER_BYTES), buffer];
    held = 0;
  };
  try {
    for await (const chunk of chunks) {
      total += chunk.length;
      if (held + chunk.length > BUFFER_BYTES) await passOn();
      if (chunk.length >= BUFFER_BYTES) {
        await written;
        await write(chunk);
      } else {
        buffer.set(chunk, held);
        held += chunk.length;
      }
    }
    await written;
    await write(buffer.subarray(0, held));
  } finally {
    // Whatever failed, the file is closed after this, and must not be in use.
    await written.catch(() => undefined);
  }
  return total;
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at);
    at += bytesWritten;
  }
}

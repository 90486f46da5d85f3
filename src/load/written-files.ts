// Remembers what was written, with hashes, so that a failure can take all of it back.
import { rmdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ByteHash, newHash } from '../disk/byte-hash.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { writeFileAtomically } from '../disk/write-file.ts';

export interface WrittenFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

export class WrittenFiles {
  readonly files: WrittenFile[] = [];
  readonly #folders: string[] = [];

  /** Writes a new file whole or not at all, in a folder that is made if it is missing. */
  async write(
    file: string,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    hash: ByteHash = newHash(),
  ): Promise<WrittenFile> {
    await this.#makeFolder(dirname(file));
    const bytes = await writeFileAtomically(file, chunks, { see: (some) => hash.update(some) });
    const written = { file, bytes, sha256: hash.digest() };
    this.files.push(written);
    return written;
  }

  /** Removes every file written and every folder made, the newest first; what is gone already is no failure. */
  async takeBack(): Promise<void> {
    for (const { file } of this.files.toReversed()) await unlink(file).catch(ignore);
    for (const folder of this.#folders.toReversed()) await rmdir(folder).catch(ignore);
    this.files.length = 0;
    this.#folders.length = 0;
  }

  async #makeFolder(folder: string): Promise<void> {
    const first = await makeFolder(folder);
    if (first === undefined) return;
    const made: string[] = [];
    for (let at = folder; at.length >= first.length; at = dirname(at)) made.push(at);
    this.#folders.push(...made.toReversed());
  }
}

// Cleaning up must not hide why it was needed.
function ignore(): void {}

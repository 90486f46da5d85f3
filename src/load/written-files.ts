// Remembers what was written, with hashes, so that a failure can take all of it back.
import { createHash } from 'node:crypto';
import { rmdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
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
  async write(file: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<WrittenFile> {
    await this.#makeFolder(dirname(file));
    const hash = createHash('sha256');
    const bytes = await writeFileAtomically(
      file,
      hashed(chunks, (chunk) => hash.update(chunk)),
    );
    const written = { file, bytes, sha256: hash.digest('hex') };
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

async function* hashed(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  take: (chunk: Uint8Array) => unknown,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    take(chunk);
    yield chunk;
  }
}

// Cleaning up must not hide why it was needed.
function ignore(): void {}

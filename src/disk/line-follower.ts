// Follows one file that is being written: gives each line once it is whole, and starts over when the file was cut or replaced.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Line } from '../log/line.ts';
import { parseLine } from '../log/parse-line.ts';
import { LineSplitter } from '../log/split-lines.ts';
import { errorCode } from './system-error.ts';

/** What was written to a file since the last look. */
export interface NewLines {
  /** True where the file is another than before, or was cut: what was read of it is void. */
  readonly restarted: boolean;
  readonly lines: readonly Line[];
}

const CHUNK_BYTES = 1 << 20;

/** Reads one file on and on: of each call, the lines that are new. */
export class LineFollower {
  readonly file: string;
  #splitter: LineSplitter = new LineSplitter();
  #offset = 0;
  #inode: number | undefined;
  /** The last bytes that were read, to know the file again by. */
  #tail: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.file = file;
  }

  /** The lines that were completed since the last call. The half line at the end waits; a file that is gone has none. */
  read(): NewLines {
    let handle: number;
    try {
      handle = openSync(this.file, 'r');
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      return { restarted: false, lines: [] };
    }
    try {
      const restarted = this.#isOther(handle);
      if (restarted) this.#startOver();
      this.#inode = fstatSync(handle).ino;
      return { restarted, lines: this.#readOn(handle) };
    } finally {
      closeSync(handle);
    }
  }

  #isOther(handle: number): boolean {
    const { ino, size } = fstatSync(handle);
    if (this.#inode === undefined) return false;
    if (ino !== this.#inode || size < this.#offset) return true;
    // Cut and written again so quickly that it is longer than before.
    const kept = Buffer.alloc(this.#tail.length);
    const read = readSync(handle, kept, 0, kept.length, this.#offset - kept.length);
    return read !== kept.length || !kept.equals(this.#tail);
  }

  #startOver(): void {
    this.#splitter = new LineSplitter();
    this.#offset = 0;
    this.#tail = Buffer.alloc(0);
  }

  #readOn(handle: number): Line[] {
    const lines: Line[] = [];
    for (;;) {
      const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      const read = readSync(handle, buffer, 0, buffer.length, this.#offset);
      if (read === 0) return lines;
      const chunk = buffer.subarray(0, read);
      this.#offset += read;
      this.#tail = Buffer.from(
        Buffer.concat([this.#tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES),
      );
      for (const raw of this.#splitter.push(chunk)) lines.push(parseLine(raw));
    }
  }
}

const TAIL_BYTES = 64;

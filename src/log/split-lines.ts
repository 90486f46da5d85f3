// Cuts a stream of byte chunks into lines, noting each one's number, byte offset and length.
import { joinBytes } from '../base/bytes.ts';
import type { Place } from './line.ts';

export interface RawLine {
  readonly place: Place;
  readonly raw: Uint8Array;
  readonly terminated: boolean;
}

const NEWLINE = 10;
const NOTHING: Uint8Array = new Uint8Array(0);

/** A line longer than this cannot become a string in any engine we run on; its bytes are passed over, its place kept. */
export const MAX_LINE_BYTES: number = 500_000_000;

export interface SplitOptions {
  /** What was read before, when a file is read on from where an earlier reading ended. */
  readonly after?: { readonly lines: number; readonly bytes: number };
  readonly maxLineBytes?: number;
}

export class LineSplitter {
  #line: number;
  #offset: number;
  #pending: Uint8Array[] = [];
  #pendingLength = 0;
  readonly #maxLineBytes: number;

  constructor({ after, maxLineBytes }: SplitOptions = {}) {
    this.#line = after?.lines ?? 0;
    this.#offset = after?.bytes ?? 0;
    this.#maxLineBytes = maxLineBytes ?? MAX_LINE_BYTES;
  }

  /** The lines completed by this chunk. Their bytes are views of the chunk, which must not be reused by the caller. */
  *push(chunk: Uint8Array): Generator<RawLine> {
    // A Buffer is quicker at finding newlines, and slower at giving views; and whoever reads lines meets one class of them only.
    const plain = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end < 0) break;
      yield this.#complete(plain.subarray(start, end), true);
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(plain.subarray(start));
  }

  /** The last line, if the file does not end in a newline. */
  *end(): Generator<RawLine> {
    if (this.#pendingLength > 0) yield this.#complete(NOTHING, false);
  }

  #keep(bytes: Uint8Array): void {
    this.#pendingLength += bytes.length;
    if (this.#pendingLength > this.#maxLineBytes) this.#pending = [];
    else this.#pending.push(bytes);
  }

  #complete(tail: Uint8Array, terminated: boolean): RawLine {
    let raw = tail;
    if (this.#pendingLength > 0) {
      this.#keep(tail);
      raw = this.#pending.length > 0 ? joinBytes(this.#pending) : NOTHING;
    } else {
      this.#pendingLength = tail.length;
    }
    const place: Place = { line: ++this.#line, offset: this.#offset, length: this.#pendingLength };
    this.#offset += this.#pendingLength + (terminated ? 1 : 0);
    this.#pending = [];
    this.#pendingLength = 0;
    return { place, raw, terminated };
  }
}

// Gathers bytes and texts into large chunks without making a string or an array of each piece.
import { encodeUtf8 } from './bytes.ts';

export class ByteSink {
  #bytes: Uint8Array;
  #length = 0;
  readonly #size: number;

  /** `size` is how large a chunk is made to be; one that gets more grows. */
  constructor(size: number) {
    this.#size = size;
    this.#bytes = new Uint8Array(size);
  }

  get length(): number {
    return this.#length;
  }

  /** What was gathered so far, to be changed in place; no longer valid once more is added. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Forgets all that was added since the sink had this length. */
  cutBack(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  copy(bytes: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    if (to - from > SHORT) {
      this.#bytes.set(from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to), this.#length);
      this.#length += to - from;
      return;
    }
    const own = this.#bytes;
    let length = this.#length;
    for (let i = from; i < to; i++) own[length++] = bytes[i] as number;
    this.#length = length;
  }

  text(text: string): void {
    if (text.length > SHORT) {
      const bytes = encodeUtf8(text);
      this.copy(bytes, 0, bytes.length);
      return;
    }
    this.#reserve(text.length);
    const own = this.#bytes;
    let length = this.#length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) {
        const bytes = encodeUtf8(text);
        this.copy(bytes, 0, bytes.length);
        return;
      }
      own[length++] = code;
    }
    this.#length = length;
  }

  /** What was gathered, as bytes of its own; the sink is empty then. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = new Uint8Array(this.#size);
    this.#length = 0;
    return taken;
  }

  /** The same as a view that what comes next is written over. */
  lend(): Uint8Array {
    const lent = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return lent;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, Math.min(2 * this.#bytes.length, needed + this.#size)));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Up to this length a piece is quicker written here than by a call of the machine. */
const SHORT = 128;

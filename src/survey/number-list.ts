// A growing list of numbers in typed arrays, for facts about millions of entries; it grows by chunks and never copies.

const CHUNK_BITS = 15;
const CHUNK_LENGTH: number = 1 << CHUNK_BITS;
const CHUNK_MASK: number = CHUNK_LENGTH - 1;

type Chunk = Uint8Array | Int32Array | Float64Array;

const MAKERS: Readonly<Record<'uint8' | 'int32' | 'float64', () => Chunk>> = {
  uint8: () => new Uint8Array(CHUNK_LENGTH),
  int32: () => new Int32Array(CHUNK_LENGTH),
  float64: () => new Float64Array(CHUNK_LENGTH),
};

export class NumberList {
  readonly #chunks: Chunk[] = [];
  readonly #make: () => Chunk;
  #length = 0;

  constructor(kind: keyof typeof MAKERS) {
    this.#make = MAKERS[kind];
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const at = this.#length++;
    if ((at & CHUNK_MASK) === 0) this.#chunks.push(this.#make());
    (this.#chunks[at >> CHUNK_BITS] as Chunk)[at & CHUNK_MASK] = value;
  }

  /** Only for an index below `length`. */
  at(index: number): number {
    return (this.#chunks[index >> CHUNK_BITS] as Chunk)[index & CHUNK_MASK] as number;
  }

  /** Only for an index below `length`. */
  set(index: number, value: number): void {
    (this.#chunks[index >> CHUNK_BITS] as Chunk)[index & CHUNK_MASK] = value;
  }
}

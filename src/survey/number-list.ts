// A growing list of numbers in typed arrays, for facts about millions of entries; it grows by chunks, which are never copied.

/** Most files are short: the first chunk begins with this many, and doubles. */
const FIRST_LENGTH = 256;
const CHUNK_BITS = 15;
const CHUNK_LENGTH: number = 1 << CHUNK_BITS;
const CHUNK_MASK: number = CHUNK_LENGTH - 1;

type Chunk = Uint8Array | Int32Array | Float64Array;

const MAKERS: Readonly<Record<'uint8' | 'int32' | 'float64', (length: number) => Chunk>> = {
  uint8: (length) => new Uint8Array(length),
  int32: (length) => new Int32Array(length),
  float64: (length) => new Float64Array(length),
};

export class NumberList {
  readonly #chunks: Chunk[] = [];
  readonly #make: (length: number) => Chunk;
  #length = 0;

  constructor(kind: keyof typeof MAKERS) {
    this.#make = MAKERS[kind];
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const at = this.#length++;
    if ((at & CHUNK_MASK) === (this.#chunks[at >> CHUNK_BITS]?.length ?? 0)) this.#grow(at >> CHUNK_BITS);
    (this.#chunks[at >> CHUNK_BITS] as Chunk)[at & CHUNK_MASK] = value;
  }

  #grow(number: number): void {
    const full = this.#chunks[number];
    const larger = this.#make(full ? full.length * 2 : number === 0 ? FIRST_LENGTH : CHUNK_LENGTH);
    if (full) larger.set(full);
    this.#chunks[number] = larger;
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

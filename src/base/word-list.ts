// A list of 32-bit numbers that grows by the million without ever being copied. Signed, which the engine needs no box for.

const CHUNK_BITS = 15;
const CHUNK_WORDS: number = 1 << CHUNK_BITS;

export class WordList {
  readonly #chunks: Int32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(word: number): void {
    if ((this.#length & (CHUNK_WORDS - 1)) === 0) this.#chunks.push(new Int32Array(CHUNK_WORDS));
    const at = this.#length++;
    (this.#chunks[at >> CHUNK_BITS] as Int32Array)[at & (CHUNK_WORDS - 1)] = word;
  }

  /** 0 for a place that was never filled. */
  get(at: number): number {
    return this.#chunks[at >> CHUNK_BITS]?.[at & (CHUNK_WORDS - 1)] ?? 0;
  }

  set(at: number, word: number): void {
    const chunk = this.#chunks[at >> CHUNK_BITS];
    if (chunk) chunk[at & (CHUNK_WORDS - 1)] = word;
  }

  fill(word: number): void {
    for (const chunk of this.#chunks) chunk.fill(word);
  }
}

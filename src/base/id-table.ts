// Numbers millions of id strings in little memory: a hash table over typed arrays that keeps 128 bits of each id, not its text.
import { packUuid } from './pack-uuid.ts';

/** How many ids one chunk of keys holds; full chunks are never copied, so growing does not double the memory. */
const CHUNK_BITS = 15;
const CHUNK_IDS: number = 1 << CHUNK_BITS;
/** Most files are short: the first chunk begins with room for this many, and doubles. */
const FIRST_IDS = 256;
const FIRST_SLOTS = 1024;
/** Up to here there are slots to spare, which halves the time of a search; of larger tables memory counts for more. */
const MANY_SLOTS = 1 << 20;

/**
 * Gives each distinct id a number: 0, 1, 2 … in the order of first sight. Two ids are taken as the same if their 128-bit
 * keys agree. A canonical uuid is its own key; of any other string the key is a hash, whose chance of an error among a
 * billion ids is under 1 in 10^20.
 */
export class IdTable {
  readonly #chunks: Uint32Array[] = [];
  /** Id number + 1 by slot, 0 for a free one. */
  #slots: Uint32Array;
  #size = 0;
  #hasOther = false;
  readonly #key: Uint32Array = new Uint32Array(4);
  // Ids come from files that anyone may have written: without a secret they could be made to fall on one slot.
  readonly #secret: number = Math.floor(Math.random() * 0x1_0000_0000);

  /** `expected` is about how many ids will come: for so many the table need not grow. */
  constructor(expected: number = 0) {
    let slots = FIRST_SLOTS;
    while (slots < 2 * expected && slots < MANY_SLOTS) slots *= 2;
    this.#slots = new Uint32Array(slots);
  }

  get size(): number {
    return this.#size;
  }

  /** The key of the id that was added or looked for last, for `findKey` of another table. */
  get key(): Uint32Array {
    return this.#key;
  }

  /** Some id that was added is no canonical uuid. */
  get hasOther(): boolean {
    return this.#hasOther;
  }

  /** The id's number; a new one if it was not seen before (then it equals the `size` before the call). */
  add(id: string): number {
    const isUuid = packUuid(id, this.#key);
    if (!isUuid) hash128(id, this.#key);
    const slot = this.#slotOf(this.#key);
    const found = this.#slots[slot] as number;
    if (found > 0) return found - 1;
    if (!isUuid) this.#hasOther = true;
    const number = this.#size++;
    const at = (number & (CHUNK_IDS - 1)) * 4;
    if (at === (this.#chunks[number >> CHUNK_BITS]?.length ?? 0)) this.#growKeys(number >> CHUNK_BITS);
    const chunk = this.#chunks[number >> CHUNK_BITS] as Uint32Array;
    for (let word = 0; word < 4; word++) chunk[at + word] = this.#key[word] as number;
    this.#slots[slot] = number + 1;
    const { length } = this.#slots;
    if (this.#size * 4 > length * (length < MANY_SLOTS ? 2 : 3)) this.#growSlots();
    return number;
  }

  /** The id's number, or undefined if it was never added. */
  find(id: string): number | undefined {
    if (!packUuid(id, this.#key)) hash128(id, this.#key);
    const found = this.#slots[this.#slotOf(this.#key)] as number;
    return found > 0 ? found - 1 : undefined;
  }

  /** The same for the key of an id; that of a canonical uuid is its four words. */
  findKey(key: Uint32Array): number | undefined {
    const found = this.#slots[this.#slotOf(key)] as number;
    return found > 0 ? found - 1 : undefined;
  }

  /** The slot that holds the key, or the free one where it belongs. */
  #slotOf(key: Uint32Array): number {
    const a = key[0] as number;
    const b = key[1] as number;
    const c = key[2] as number;
    const d = key[3] as number;
    const mask = this.#slots.length - 1;
    let slot = mix(a, b, c, d, this.#secret) & mask;
    for (;;) {
      const found = this.#slots[slot] as number;
      if (found === 0) return slot;
      const chunk = this.#chunks[(found - 1) >> CHUNK_BITS] as Uint32Array;
      const at = ((found - 1) & (CHUNK_IDS - 1)) * 4;
      if (chunk[at] === a && chunk[at + 1] === b && chunk[at + 2] === c && chunk[at + 3] === d) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #growKeys(chunk: number): void {
    const full = this.#chunks[chunk];
    const larger = new Uint32Array(full ? full.length * 2 : (chunk === 0 ? FIRST_IDS : CHUNK_IDS) * 4);
    if (full) larger.set(full);
    this.#chunks[chunk] = larger;
  }

  #growSlots(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    // The old slots are let go before the new ones fill: all that is needed is in the chunks.
    this.#slots = slots;
    for (let number = 0; number < this.#size; number++) {
      const chunk = this.#chunks[number >> CHUNK_BITS] as Uint32Array;
      const at = (number & (CHUNK_IDS - 1)) * 4;
      const [a, b, c, d] = [chunk[at], chunk[at + 1], chunk[at + 2], chunk[at + 3]];
      let slot = mix(a as number, b as number, c as number, d as number, this.#secret) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
  }
}

const scratch: Uint32Array = new Uint32Array(4);

/** 53 bits of a text's hash as one number, for telling texts apart without keeping them. */
export function textKey(text: string): number {
  hash128(text, scratch);
  return (scratch[0] as number) * 0x20_0000 + ((scratch[1] as number) >>> 11);
}

function mix(a: number, b: number, c: number, d: number, secret: number): number {
  let h = Math.imul(a ^ secret, 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 15) ^ b, 0xc2b2_ae35);
  h = Math.imul(h ^ (h >>> 13) ^ c, 0x27d4_eb2f);
  h = Math.imul(h ^ (h >>> 16) ^ d, 0x1656_67b1);
  return (h ^ (h >>> 15)) >>> 0;
}

/** MurmurHash3 (x86, 128 bits) over the UTF-16 code units, two to a word. */
function hash128(text: string, key: Uint32Array): void {
  let [h1, h2, h3, h4] = [0x9747_b28c, 0x1b87_3593, 0x38b3_4ae5, 0xa1e3_8b93];
  for (let i = 0; i < text.length; i += 8) {
    h1 ^= scramble(wordAt(text, i), 0x239b_961b, 15, 0xab0e_9789);
    h1 = Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561c_cd1b;
    h2 ^= scramble(wordAt(text, i + 2), 0xab0e_9789, 16, 0x38b3_4ae5);
    h2 = Math.imul((rotate(h2, 17) + h3) | 0, 5) + 0x0bca_a747;
    h3 ^= scramble(wordAt(text, i + 4), 0x38b3_4ae5, 17, 0xa1e3_8b93);
    h3 = Math.imul((rotate(h3, 15) + h4) | 0, 5) + 0x96cd_1c35;
    h4 ^= scramble(wordAt(text, i + 6), 0xa1e3_8b93, 18, 0x239b_961b);
    h4 = Math.imul((rotate(h4, 13) + h1) | 0, 5) + 0x32ac_3b17;
  }
  h1 ^= text.length;
  h2 ^= text.length;
  h3 ^= text.length;
  h4 ^= text.length;
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = finish((h2 + h1) | 0);
  h3 = finish((h3 + h1) | 0);
  h4 = finish((h4 + h1) | 0);
  h1 = (finish(h1) + h2 + h3 + h4) | 0;
  key[0] = h1;
  key[1] = h2 + h1;
  key[2] = h3 + h1;
  key[3] = h4 + h1;
}

/** Two code units as one word; 0 past the end, where the length that is mixed in later tells texts apart. */
function wordAt(text: string, at: number): number {
  if (at >= text.length) return 0;
  const high = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
  return text.charCodeAt(at) | (high << 16);
}

function scramble(word: number, before: number, turn: number, after: number): number {
  return Math.imul(rotate(Math.imul(word, before), turn), after);
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function finish(word: number): number {
  let h = Math.imul(word ^ (word >>> 16), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
  return h ^ (h >>> 16);
}

// Makes any number of uuids out of a random one, each again whenever it is asked for: a million of them take no memory.
import { packUuid } from './pack-uuid.ts';
import { UUID_DIGITS } from './uuid.ts';

/**
 * The uuid of each number is different from that of every other; those of two seeds meet no sooner than random ones would.
 * They are no secrets: who knows the seed knows them all.
 */
export class DerivedUuids {
  readonly #seed: Int32Array;

  constructor(seed: string) {
    const words = new Uint32Array(4);
    if (!packUuid(seed, words)) throw new Error(`not a uuid: ${seed}`);
    this.#seed = new Int32Array(words.buffer);
  }

  /** `number` is a whole one, from 0 to 2^32 - 1. */
  get(number: number): string {
    this.write(number, CODES, 0);
    return String.fromCharCode.apply(undefined, CODES);
  }

  /** Puts it where another uuid stands. */
  write(number: number, into: Uint8Array | number[], at: number): void {
    for (let word = 0; word < 4; word++) WORDS[word] = scramble(number ^ (this.#seed[word] as number), word);
    // Version 4 and its variant, as for any random uuid.
    WORDS[1] = ((WORDS[1] as number) & 0xffff0fff) | 0x4000;
    WORDS[2] = ((WORDS[2] as number) & 0x3fffffff) | 0x80000000;
    for (let digit = 0; digit < 32; digit++) {
      const word = WORDS[digit >> 3] as number;
      into[at + (UUID_DIGITS[digit] as number)] = HEX[(word >>> (28 - 4 * (digit & 7))) & 15] as number;
    }
  }
}

/** A shuffle of all 32-bit numbers (the last step of MurmurHash3), another one for each word. */
function scramble(number: number, word: number): number {
  let h = Math.imul(number ^ Math.imul(word + 1, 0x9e37_79b9), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
  return h ^ (h >>> 16);
}

const HEX: Uint8Array = Uint8Array.from([...'0123456789abcdef'].map((digit) => digit.charCodeAt(0)));

/** What is being put together; one of each for all. */
const WORDS: Int32Array = new Int32Array(4);
const CODES: number[] = new Array(36).fill('-'.charCodeAt(0));

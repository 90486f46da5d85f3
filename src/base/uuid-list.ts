// A list of uuids in 16 bytes each; strings of any other shape are kept as they are.
import { WordList } from './word-list.ts';

export class UuidList {
  readonly #words = new WordList();
  readonly #others = new Map<number, string>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(uuid: string): void {
    const at = this.#length++;
    if (!UUID.test(uuid)) this.#others.set(at, uuid);
    for (const [from, to] of WORDS)
      this.#words.push(this.#others.has(at) ? 0 : Number.parseInt(uuid.slice(from, to).replace('-', ''), 16));
  }

  get(at: number): string | undefined {
    if (at < 0 || at >= this.#length) return undefined;
    const other = this.#others.get(at);
    if (other !== undefined) return other;
    const word = (n: number) => this.#words.get(at * 4 + n);
    const [b, c] = [word(1), word(2)];
    return `${hex(word(0))}-${hex16(b >>> 16)}-${hex16(b & 0xffff)}-${hex16(c >>> 16)}-${hex16(c & 0xffff)}${hex(word(3))}`;
  }
}

// Upper case is another string: it could not be told from the lower case in bytes.
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Where each word stands in the text, one dash among its digits at most. */
const WORDS: readonly (readonly [number, number])[] = [
  [0, 8],
  [9, 18],
  [19, 28],
  [28, 36],
];

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex16(half: number): string {
  return `${HEX[half >>> 8]}${HEX[half & 0xff]}`;
}

function hex(word: number): string {
  return hex16(word >>> 16) + hex16(word & 0xffff);
}

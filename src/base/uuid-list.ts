// A list of uuids in 16 bytes each; strings of any other shape are kept as they are.
import { packUuid } from './pack-uuid.ts';
import { WordList } from './word-list.ts';

export class UuidList {
  readonly #words = new WordList();
  readonly #others = new Map<number, string>();
  readonly #packed = new Uint32Array(4);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(uuid: string): void {
    const at = this.#length++;
    if (!packUuid(uuid, this.#packed)) this.#others.set(at, uuid);
    for (let word = 0; word < 4; word++) this.#words.push(this.#packed[word] as number);
  }

  get(at: number): string | undefined {
    if (at < 0 || at >= this.#length) return undefined;
    const other = this.#others.size === 0 ? undefined : this.#others.get(at);
    if (other !== undefined) return other;
    const [b, c] = [this.#words.get(at * 4 + 1), this.#words.get(at * 4 + 2)];
    const [first, last] = [hex(this.#words.get(at * 4)), hex(this.#words.get(at * 4 + 3))];
    return `${first}-${hex16(b >>> 16)}-${hex16(b & 0xffff)}-${hex16(c >>> 16)}-${hex16(c & 0xffff)}${last}`;
  }
}

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex16(half: number): string {
  return (HEX[half >>> 8] as string) + (HEX[half & 0xff] as string);
}

function hex(word: number): string {
  return hex16(word >>> 16) + hex16(word & 0xffff);
}

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
    for (let i = 0; i < 36; i++) {
      const digit = DIGITS[i] as number;
      if (digit < 0) continue;
      const word = this.#words.get(at * 4 + (digit >> 3));
      CODES[i] = HEX.charCodeAt((word >>> (28 - 4 * (digit & 7))) & 15);
    }
    return String.fromCharCode.apply(undefined, CODES);
  }
}

const HEX = '0123456789abcdef';

/** For each character of a uuid, which of its 32 digits it is; -1 for the dashes. */
const DIGITS: readonly number[] = [...'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'].map((character, i, all) =>
  character === 'x' ? all.slice(0, i).filter((one) => one === 'x').length : -1,
);

/** The codes of the uuid that is being put together; one array for all of them. */
const CODES: number[] = DIGITS.map(() => '-'.charCodeAt(0));

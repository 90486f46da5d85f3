// Packs a canonical uuid into four 32-bit words.
import { UUID_DIGITS } from './uuid.ts';

/** Hex digit by character code, 255 for all other characters; upper case is another string and so another id. */
const HEX: Uint8Array = new Uint8Array(128).fill(255);
for (let i = 0; i < 16; i++) HEX['0123456789abcdef'.charCodeAt(i)] = i;

const DASH = 45;

/** False for any other string, which leaves `words` in no known state. */
export function packUuid(id: string, words: Uint32Array): boolean {
  if (id.length !== 36) return false;
  if (id.charCodeAt(8) !== DASH || id.charCodeAt(13) !== DASH) return false;
  if (id.charCodeAt(18) !== DASH || id.charCodeAt(23) !== DASH) return false;
  for (let word = 0, place = 0; word < 4; word++) {
    let bits = 0;
    for (const end = place + 8; place < end; place++) {
      const code = id.charCodeAt(UUID_DIGITS[place] as number);
      const digit = code < 128 ? (HEX[code] as number) : 255;
      if (digit === 255) return false;
      bits = (bits << 4) | digit;
    }
    words[word] = bits;
  }
  return true;
}

/** The same for the bytes of a canonical uuid, which are not checked again. */
export function packUuidBytes(bytes: Uint8Array, at: number, words: Uint32Array): void {
  for (let word = 0, place = 0; word < 4; word++) {
    let bits = 0;
    for (const end = place + 8; place < end; place++)
      bits = (bits << 4) | (HEX[bytes[at + (UUID_DIGITS[place] as number)] as number] as number);
    words[word] = bits;
  }
}

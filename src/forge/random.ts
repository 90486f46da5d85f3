// The forge's only source of chance: a seeded generator (sfc32), so that the same seed gives the same bytes everywhere.

const HEX: readonly string[] = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'));
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE64 = `${BASE62}+/`;

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  constructor(seed: number | string) {
    const text = String(seed);
    this.#a = hash(text, 0x9e3779b9);
    this.#b = hash(text, 0x243f6a88);
    this.#c = hash(text, 0xb7e15162);
    for (let i = 0; i < 12; i++) this.bits();
  }

  /** 32 random bits. */
  bits(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + t;
    return t >>> 0;
  }

  /** A number in [0, 1). */
  fraction(): number {
    return this.bits() / 4294967296;
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.int(0, items.length - 1)] as T;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      [shuffled[i], shuffled[j]] = [shuffled[j] as T, shuffled[i] as T];
    }
    return shuffled;
  }

  uuid(): string {
    const [a, b, c, d] = [this.bits(), this.bits(), this.bits(), this.bits()];
    return `${hex(a)}-${hex16(b >>> 16)}-${hex16((b & 0x0fff) | 0x4000)}-${hex16(((c >>> 16) & 0x3fff) | 0x8000)}-${hex16(c & 0xffff)}${hex(d)}`;
  }

  hex(length: number): string {
    let text = '';
    while (text.length < length) text += hex(this.bits());
    return text.slice(0, length);
  }

  base62(length: number): string {
    let text = '';
    while (text.length < length) {
      for (let bits = this.bits(), n = 0; n < 4; n++, bits >>>= 8) text += BASE62[(bits & 255) % 62];
    }
    return text.slice(0, length);
  }

  /** Looks like the signature of a thinking block. */
  signature(length: number): string {
    let text = 'E';
    while (text.length < length) {
      for (let bits = this.bits(), n = 0; n < 5; n++, bits >>>= 6) text += BASE64[bits & 63];
    }
    return `${text.slice(0, length - 1)}=`;
  }

  messageId(): string {
    return `msg_01${this.base62(22)}`;
  }

  toolId(): string {
    return `toolu_01${this.base62(22)}`;
  }

  requestId(): string {
    return `req_011C${this.base62(20)}`;
  }
}

function hash(text: string, basis: number): number {
  let h = basis | 0;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x85ebca6b);
    h ^= h >>> 13;
  }
  return Math.imul(h ^ (h >>> 16), 0xc2b2ae35) | 0;
}

function hex(bits: number): string {
  return hex16(bits >>> 16) + hex16(bits & 0xffff);
}

function hex16(bits: number): string {
  return `${HEX[bits >>> 8]}${HEX[bits & 255]}`;
}

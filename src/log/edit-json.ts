// Writes a changed value into its original JSON, touching only the parts that differ [L3].
//
// Serialising the whole object anew would move integer-like keys, round long numbers and rewrite escapes that the change
// did not mean. So the bytes are walked beside the old value, and only what is not the same value is replaced: transforms
// share what they did not touch, and are not gone into there. Bytes, not text: a line of which little changes need not
// become a string and bytes again.
import { decodeUtf8, encodeUtf8 } from '../base/bytes.ts';
import { isObject, type Json, type JsonObject } from '../base/json.ts';

/** The bytes from `from` up to `to` give way to the text `by`. In order, none reaching into another. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** What a field of the outermost object is to be written as; a value that stays is given back itself. */
export type MapField = (value: Json, key: string, object: JsonObject) => Json;

/** The text of `before` with the differences of `after` written into it. New keys go last; key order is kept. */
export function editJson(text: string, before: JsonObject, after: JsonObject): string {
  const bytes = encodeUtf8(text);
  let edited = '';
  let copied = 0;
  for (const { from, to, by } of listEdits(bytes, before, after)) {
    edited += decodeUtf8(bytes.subarray(copied, from)) + by;
    copied = to;
  }
  return edited + decodeUtf8(bytes.subarray(copied));
}

/**
 * The same as a list of changes to the bytes, which hold one object and nothing else but spaces. With `mapField`, fields
 * need not be copied only to be changed once more.
 */
export function listEdits(
  bytes: Uint8Array,
  before: JsonObject,
  after: JsonObject,
  mapField?: MapField,
): readonly Edit[] {
  const editor = new Editor(bytes);
  editor.editObject(editor.skipSpace(0), before, after, mapField);
  return editor.edits;
}

class Editor {
  readonly edits: Edit[] = [];
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  skipSpace(at: number): number {
    const bytes = this.#bytes;
    while (isSpace(bytes[at])) at++;
    return at;
  }

  editObject(at: number, before: JsonObject, after: JsonObject, mapField?: MapField): number {
    const bytes = this.#bytes;
    // Mostly the keys stand in the file as they do in the object: then none has to be cut out and looked up.
    const keys = Object.keys(before);
    let n = 0;
    let i = this.skipSpace(at + 1);
    let lastEnd = i;
    let keptAny = false;
    /** Where members begin that go and have none that stays before them. */
    let goneFrom = -1;
    while (bytes[i] === QUOTE) {
      const start = i;
      const expected = keys[n++];
      const isExpected = expected !== undefined && this.#isKeyAt(i, expected);
      const keyEnd = isExpected ? i + expected.length + 2 : this.#skipString(i);
      const key = isExpected ? expected : (JSON.parse(decodeUtf8(bytes.subarray(i, keyEnd))) as string);
      const valueStart = this.skipSpace(this.skipSpace(keyEnd) + 1);
      const field = ownField(after, key);
      const wanted = field === undefined || !mapField ? field : mapField(field, key, after);
      let end: number;
      if (wanted !== undefined) {
        if (goneFrom >= 0) this.#replace(goneFrom, start, '');
        goneFrom = -1;
        end = this.#editValue(valueStart, before[key], wanted);
        keptAny = true;
      } else {
        end = this.#skipValue(valueStart);
        if (keptAny) this.#replace(lastEnd, end, '');
        else if (goneFrom < 0) goneFrom = start;
      }
      lastEnd = end;
      i = this.skipSpace(end);
      if (bytes[i] === COMMA) i = this.skipSpace(i + 1);
    }
    if (goneFrom >= 0) this.#replace(goneFrom, lastEnd, '');
    let added = '';
    for (const key of Object.keys(after)) {
      if (Object.hasOwn(before, key)) continue;
      const field = after[key];
      const value = field === undefined || !mapField ? field : mapField(field, key, after);
      if (value !== undefined)
        added += `${keptAny || added ? ',' : ''}${JSON.stringify(key)}:${JSON.stringify(value)}`;
    }
    if (added) this.#replace(lastEnd, lastEnd, added);
    return i + 1;
  }

  /** Edits the value that starts at `at`; returns the index just past it. */
  #editValue(at: number, before: Json | undefined, after: Json): number {
    if (Object.is(before, after)) return this.#skipValue(at);
    // Of a key that stands twice the last counts: the first may hold something else than the value that was read.
    const first = this.#bytes[at];
    if (first === OPEN_BRACE && isObject(before) && isObject(after))
      return this.editObject(at, before, after);
    if (
      first === OPEN_BRACKET &&
      Array.isArray(before) &&
      Array.isArray(after) &&
      before.length === after.length
    )
      return this.#editArray(at, before as readonly Json[], after as readonly Json[]);
    const end = this.#skipValue(at);
    this.#replace(at, end, JSON.stringify(after));
    return end;
  }

  #editArray(at: number, before: readonly Json[], after: readonly Json[]): number {
    let i = this.skipSpace(at + 1);
    for (let n = 0; this.#bytes[i] !== CLOSE_BRACKET; n++) {
      const end = n < before.length ? this.#editValue(i, before[n], after[n] as Json) : this.#skipValue(i);
      i = this.skipSpace(end);
      if (this.#bytes[i] === COMMA) i = this.skipSpace(i + 1);
    }
    return i + 1;
  }

  #replace(from: number, to: number, by: string): void {
    this.edits.push({ from, to, by });
  }

  #isKeyAt(quote: number, key: string): boolean {
    const bytes = this.#bytes;
    const end = quote + 1 + key.length;
    if (bytes[end] !== QUOTE) return false;
    for (let i = 0; i < key.length; i++) {
      const code = key.charCodeAt(i);
      if (bytes[quote + 1 + i] !== code || code > 127 || code === BACKSLASH || code === QUOTE) return false;
    }
    return true;
  }

  #skipValue(at: number): number {
    const bytes = this.#bytes;
    const first = bytes[at];
    if (first === QUOTE) return this.#skipString(at);
    if (first !== OPEN_BRACE && first !== OPEN_BRACKET) {
      let i = at;
      while (i < bytes.length && !isSpace(bytes[i]) && !isEnd(bytes[i])) i++;
      return i;
    }
    let depth = 0;
    for (let i = at; ; ) {
      const byte = bytes[i];
      if (byte === QUOTE) {
        i = this.#skipString(i);
        continue;
      }
      i++;
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return i;
    }
  }

  /** The index just past the quote that closes the string opened at `open`. */
  #skipString(open: number): number {
    const bytes = this.#bytes;
    // Most strings end soon; for the others a search by the machine is worth its call.
    let at = open + 1;
    for (const soon = Math.min(at + SOON, bytes.length); at < soon; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) return at + 1;
      if (byte === BACKSLASH) at++;
    }
    for (;;) {
      const end = bytes.indexOf(QUOTE, at);
      if (end < 0) return bytes.length;
      let backslashes = 0;
      while (end - 1 - backslashes >= at && bytes[end - 1 - backslashes] === BACKSLASH) backslashes++;
      if (backslashes % 2 === 0) return end + 1;
      at = end + 1;
    }
  }
}

const SOON = 48;

/** JSON knows no functions: those, and `__proto__`, may come from the prototype. */
function ownField(object: JsonObject, key: string): Json | undefined {
  const value = object[key];
  if (typeof value !== 'function' && key !== '__proto__') return value;
  return Object.hasOwn(object, key) && typeof value !== 'function' ? value : undefined;
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

function isEnd(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_BRACKET || byte === CLOSE_BRACE;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 10 || byte === 13;
}

// Writes a changed value into its original JSON text, touching only the parts that differ [L3].
//
// Serialising the whole object anew would move integer-like keys, round long numbers and rewrite escapes that the change
// did not mean. So the text is walked beside the old value, and only what is not the same value is replaced: transforms
// share what they did not touch, and are not gone into there.
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { skipString } from './find-object-end.ts';

/** What stands from `from` up to `to` gives way to `by`. In order, none reaching into another. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** The text of `before` with the differences of `after` written into it. New keys go last; key order is kept. */
export function editJson(text: string, before: JsonObject, after: JsonObject): string {
  return applyEdits(text, listEdits(text, before, after));
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = '';
  let copied = 0;
  for (const { from, to, by } of edits) {
    edited += text.slice(copied, from) + by;
    copied = to;
  }
  return edited + text.slice(copied);
}

/** What a field of the outermost object is to be written as; a value that stays is given back itself. */
export type MapField = (value: Json, key: string, object: JsonObject) => Json;

/** The same as a list of changes to the text. With `mapField`, fields need not be copied only to be changed once more. */
export function listEdits(
  text: string,
  before: JsonObject,
  after: JsonObject,
  mapField?: MapField,
): readonly Edit[] {
  const editor = new Editor(text);
  editor.editObject(editor.skipSpace(0), before, after, mapField);
  return editor.edits;
}

class Editor {
  readonly edits: Edit[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  skipSpace(at: number): number {
    while (isSpace(this.#text.charCodeAt(at))) at++;
    return at;
  }

  /** Edits the value that starts at `at`; returns the index just past it. */
  editValue(at: number, before: Json | undefined, after: Json): number {
    if (Object.is(before, after)) return this.#skipValue(at);
    if (isObject(before) && isObject(after)) return this.editObject(at, before, after);
    if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
      return this.#editArray(at, before as readonly Json[], after as readonly Json[]);
    }
    const end = this.#skipValue(at);
    this.#replace(at, end, JSON.stringify(after));
    return end;
  }

  editObject(at: number, before: JsonObject, after: JsonObject, mapField?: MapField): number {
    const text = this.#text;
    // Mostly the keys stand in the text as they do in the object: then none has to be cut out and looked up.
    const keys = Object.keys(before);
    let n = 0;
    let i = this.skipSpace(at + 1);
    let lastEnd = i;
    let keptAny = false;
    /** Where members begin that go and have none that stays before them. */
    let goneFrom = -1;
    while (text.charCodeAt(i) === QUOTE) {
      const start = i;
      const expected = keys[n++];
      const isExpected = expected !== undefined && isKeyAt(text, i, expected);
      const keyEnd = isExpected ? i + expected.length + 2 : skipString(text, i) + 1;
      const key = isExpected ? expected : readKey(text, i, keyEnd);
      const valueStart = this.skipSpace(this.skipSpace(keyEnd) + 1);
      const field = ownField(after, key);
      const wanted = field === undefined || !mapField ? field : mapField(field, key, after);
      let end: number;
      if (wanted !== undefined) {
        if (goneFrom >= 0) this.#replace(goneFrom, start, '');
        goneFrom = -1;
        end = this.editValue(valueStart, before[key], wanted);
        keptAny = true;
      } else {
        end = this.#skipValue(valueStart);
        if (keptAny) this.#replace(lastEnd, end, '');
        else if (goneFrom < 0) goneFrom = start;
      }
      lastEnd = end;
      i = this.skipSpace(end);
      if (text.charCodeAt(i) === COMMA) i = this.skipSpace(i + 1);
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

  #editArray(at: number, before: readonly Json[], after: readonly Json[]): number {
    let i = this.skipSpace(at + 1);
    for (let n = 0; n < before.length; n++) {
      i = this.skipSpace(this.editValue(i, before[n], after[n] as Json));
      if (this.#text[i] === ',') i = this.skipSpace(i + 1);
    }
    return i + 1;
  }

  #replace(from: number, to: number, by: string): void {
    this.edits.push({ from, to, by });
  }

  #skipValue(at: number): number {
    const text = this.#text;
    const first = text.charCodeAt(at);
    if (first === QUOTE) return skipString(text, at) + 1;
    if (first !== OPEN_BRACE && first !== OPEN_BRACKET) {
      let i = at;
      while (i < text.length && !isSpace(text.charCodeAt(i)) && !isEnd(text.charCodeAt(i))) i++;
      return i;
    }
    let depth = 0;
    for (let i = at; ; i++) {
      const code = text.charCodeAt(i);
      if (code === QUOTE) i = skipString(text, i);
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
      else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) return i + 1;
    }
  }
}

function isKeyAt(text: string, quote: number, key: string): boolean {
  return (
    text.charCodeAt(quote + 1 + key.length) === QUOTE &&
    text.startsWith(key, quote + 1) &&
    !key.includes('\\') &&
    !key.includes('"')
  );
}

function readKey(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end - 1);
  return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name;
}

/** JSON knows no functions: those, and `__proto__`, may come from the prototype. */
function ownField(object: JsonObject, key: string): Json | undefined {
  const value = object[key];
  if (typeof value !== 'function' && key !== '__proto__') return value;
  return Object.hasOwn(object, key) && typeof value !== 'function' ? value : undefined;
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

function isEnd(code: number): boolean {
  return code === COMMA || code === CLOSE_BRACKET || code === CLOSE_BRACE;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

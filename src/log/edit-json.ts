// Writes a changed value into its original JSON text, touching only the parts that differ [L3].
//
// Serialising the whole object anew would move integer-like keys, round long numbers and rewrite escapes that the change
// did not mean. So the text is walked beside the old value, and only subtrees that are not the same object or value are
// replaced: transforms share what they did not touch, which makes the comparison cheap.
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { skipString } from './find-object-end.ts';

/** The text of `before` with the differences of `after` written into it. New keys go last; key order is kept. */
export function editJson(text: string, before: JsonObject, after: JsonObject): string {
  const editor = new Editor(text);
  editor.editValue(editor.skipSpace(0), before, after);
  return editor.finish();
}

interface Member {
  readonly key: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

class Editor {
  readonly #text: string;
  #out = '';
  #copied = 0;

  constructor(text: string) {
    this.#text = text;
  }

  finish(): string {
    return this.#out + this.#text.slice(this.#copied);
  }

  skipSpace(at: number): number {
    while (isSpace(this.#text.charCodeAt(at))) at++;
    return at;
  }

  /** Edits the value that starts at `at`; returns the index just past it. */
  editValue(at: number, before: Json | undefined, after: Json): number {
    if (same(before, after)) return this.#skipValue(at);
    if (isObject(before) && isObject(after)) return this.#editObject(at, before, after);
    if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
      return this.#editArray(at, before as readonly Json[], after as readonly Json[]);
    }
    const end = this.#skipValue(at);
    this.#replace(at, end, JSON.stringify(after));
    return end;
  }

  #editObject(at: number, before: JsonObject, after: JsonObject): number {
    const { members, end } = this.#listMembers(at);
    let keptAny = false;
    let lastEnd = this.skipSpace(at + 1);
    const seen = new Set<string>();
    for (const [n, member] of members.entries()) {
      const wanted = Object.hasOwn(after, member.key) ? after[member.key] : undefined;
      seen.add(member.key);
      if (wanted !== undefined) {
        this.editValue(member.valueStart, before[member.key], wanted);
        keptAny = true;
      } else if (keptAny) {
        this.#replace(lastEnd, member.end, '');
      } else {
        this.#replace(member.start, members[n + 1]?.start ?? member.end, '');
      }
      lastEnd = member.end;
    }
    let added = '';
    for (const key of Object.keys(after)) {
      const value = after[key];
      if (seen.has(key) || value === undefined) continue;
      added += `${keptAny || added ? ',' : ''}${JSON.stringify(key)}:${JSON.stringify(value)}`;
    }
    if (added) this.#replace(lastEnd, lastEnd, added);
    return end;
  }

  #listMembers(at: number): { members: Member[]; end: number } {
    const text = this.#text;
    const members: Member[] = [];
    let i = this.skipSpace(at + 1);
    while (text[i] === '"') {
      const keyEnd = skipString(text, i) + 1;
      const key = JSON.parse(text.slice(i, keyEnd)) as string;
      const valueStart = this.skipSpace(this.skipSpace(keyEnd) + 1);
      const end = this.#skipValue(valueStart);
      members.push({ key, start: i, valueStart, end });
      i = this.skipSpace(end);
      if (text[i] === ',') i = this.skipSpace(i + 1);
    }
    return { members, end: i + 1 };
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
    this.#out += this.#text.slice(this.#copied, from) + by;
    this.#copied = to;
  }

  #skipValue(at: number): number {
    const text = this.#text;
    const first = text[at];
    if (first === '"') return skipString(text, at) + 1;
    if (first !== '{' && first !== '[') {
      let i = at;
      while (i < text.length && !isSpace(text.charCodeAt(i)) && !',]}'.includes(text[i] as string)) i++;
      return i;
    }
    let depth = 0;
    for (let i = at; ; i++) {
      const c = text[i];
      if (c === '"') i = skipString(text, i);
      else if (c === '{' || c === '[') depth++;
      else if ((c === '}' || c === ']') && --depth === 0) return i + 1;
    }
  }
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

// Deep, because an equal subtree that was rebuilt must keep its text as well as one that was shared.
function same(a: Json | undefined, b: Json): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => same(item as Json, b[i] as Json));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key] as Json))
  );
}

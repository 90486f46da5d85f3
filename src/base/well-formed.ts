// Halves of characters (lone surrogates), which JSON can hold and UTF-8 cannot: finding them, and putting a whole character in their place.
import { isObject, type Json } from './json.ts';

const HALF = /\p{Surrogate}/u;
const HALVES = /\p{Surrogate}/gu;
const REPLACEMENT = '\ufffd';

/** Whether no string in it, key or value, holds half of a character. */
export function isWellFormed(value: Json): boolean {
  // A stack instead of recursion: inputs of tools may nest as deep as they like.
  const left: (Json | undefined)[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') {
      if (!isWellFormedText(next)) return false;
    } else if (Array.isArray(next)) for (const item of next) left.push(item as Json);
    else if (isObject(next))
      for (const key in next) {
        if (!isWellFormedText(key)) return false;
        left.push(next[key]);
      }
  }
  return true;
}

/** The same with U+FFFD for every half; what has none stays the very same value. */
export function toWellFormed(value: Json): Json {
  if (isWellFormed(value)) return value;
  if (typeof value === 'string') return value.replace(HALVES, REPLACEMENT);
  if (Array.isArray(value)) return value.map((item) => toWellFormed(item as Json));
  // Not field by field: a key may be named as an object's own prototype.
  const fields = Object.entries(value as Readonly<Record<string, Json>>);
  return Object.fromEntries(fields.map(([key, field]) => [toWellFormed(key) as string, toWellFormed(field)]));
}

/** Engines since 2023 know whether a string is well formed without looking at each character. */
function isWellFormedText(text: string): boolean {
  const native = (text as { isWellFormed?: () => boolean }).isWellFormed;
  return native ? native.call(text) : !HALF.test(text);
}

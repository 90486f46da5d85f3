// Tells whether a line's JSON nests deeper than any client writes: what walks or writes values recurses, and would run out of stack.
import type { Json } from '../base/json.ts';

/** Real lines nest about twenty levels deep; a stack overflows at a few thousand. */
const MOST_LEVELS = 500;

/** `length` is that of the text: a level takes two brackets, so most lines need no walk. */
export function nestsTooDeep(value: Json, length: number): boolean {
  if (length <= 2 * MOST_LEVELS) return false;
  let level: object[] = isNested(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MOST_LEVELS) return true;
    const next: object[] = [];
    for (const holder of level) {
      if (Array.isArray(holder)) {
        for (const item of holder) if (isNested(item)) next.push(item);
      } else {
        for (const key in holder) {
          const field: unknown = (holder as Readonly<Record<string, unknown>>)[key];
          if (isNested(field)) next.push(field);
        }
      }
    }
    level = next;
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

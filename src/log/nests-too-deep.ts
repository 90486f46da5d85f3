// Tells whether a line's JSON nests deeper than any client writes: what walks or writes values recurses, and would run out of stack.
import type { Json } from '../base/json.ts';

/** Real lines nest about twenty levels deep; a stack overflows at a few thousand. */
const MOST_LEVELS = 500;

/** `length` is that of the text: a level takes two brackets, so most lines need no walk. */
export function nestsTooDeep(value: Json, length: number): boolean {
  return length > 2 * MOST_LEVELS && isNested(value) && isDeeper(value, MOST_LEVELS);
}

// By recursion, which `levels` bounds.
function isDeeper(holder: object, levels: number): boolean {
  if (levels === 0) return true;
  if (Array.isArray(holder)) {
    for (const item of holder) if (isNested(item) && isDeeper(item, levels - 1)) return true;
    return false;
  }
  for (const key in holder) {
    const field: unknown = (holder as Readonly<Record<string, unknown>>)[key];
    if (isNested(field) && isDeeper(field, levels - 1)) return true;
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

// Compares two parsed values without recursion: content may nest deeper than the stack.
import { isObject, type Json } from '../base/json.ts';

/** Whether both say the same; the order of keys does not matter. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  const left: [Json | undefined, Json | undefined][] = [[a, b]];
  for (let pair = left.pop(); pair; pair = left.pop()) {
    const [one, other] = pair;
    if (one === other) continue;
    if (Array.isArray(one) && Array.isArray(other)) {
      if (one.length !== other.length) return false;
      for (const [at, item] of one.entries()) left.push([item, other[at]]);
    } else if (isObject(one) && isObject(other)) {
      const keys = Object.keys(one);
      if (keys.length !== Object.keys(other).length) return false;
      for (const key of keys) left.push([one[key], Object.hasOwn(other, key) ? other[key] : undefined]);
    } else return false;
  }
  return true;
}

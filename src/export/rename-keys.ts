// Renames the keys of a parsed JSON value: paths and questions stand in keys, too.
import type { Json } from '../base/json.ts';

/** Without recursion, as a hostile line may be nested deep. The same value where no key changes. */
export function renameKeys(root: Json, rename: (key: string) => string): Json {
  const names = new Map<string, string>();
  const nameOf = (key: string): string => {
    // Keys of the format are short words and repeat on every line.
    if (key.length < 4 || /^[A-Za-z_]{1,40}$/.test(key)) {
      const known = names.get(key) ?? rename(key);
      names.set(key, known);
      return known;
    }
    return rename(key);
  };
  return hasChange(root, nameOf) ? copy(root, nameOf) : root;
}

function hasChange(root: Json, nameOf: (key: string) => string): boolean {
  const waiting: Json[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next) && Object.keys(next).some((key) => nameOf(key) !== key)) return true;
    for (const child of Object.values(next))
      if (typeof child === 'object' && child !== null) waiting.push(child);
  }
  return false;
}

function copy(root: Json, nameOf: (key: string) => string): Json {
  const whole: { root?: Json } = {};
  const waiting: [Json, object, string][] = [[root, whole, 'root']];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, owner, key] = next;
    let made: Json = value;
    if (typeof value === 'object' && value !== null) {
      made = Array.isArray(value) ? new Array<Json>(value.length).fill(null) : {};
      // Pushed last to first, so that keys come in their order.
      for (const [name, child] of Object.entries(value).reverse())
        waiting.push([child as Json, made as object, Array.isArray(value) ? name : nameOf(name)]);
    }
    // Not by plain assignment: a key `__proto__` is data here.
    Object.defineProperty(owner, key, { value: made, enumerable: true, configurable: true, writable: true });
  }
  return whole.root as Json;
}

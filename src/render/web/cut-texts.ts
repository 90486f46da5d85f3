// Cuts long texts and lists in a JSON value, and says where: a page shows the beginning and asks for the rest.
import { textStart } from '../../base/text-start.ts';
import type { CutText } from './web-row.ts';

interface CutResult<T> {
  readonly value: T;
  readonly cut: readonly CutText[];
}

/** More lines of a diff, results of a search or items of a list than anyone scrolls through unasked. */
const MOST_ITEMS = 400;
/** Hostile input may nest without end; what lies deeper is named, not shown. */
const MAX_DEPTH = 48;

/** Strings longer than `most` UTF-16 units keep their beginning, never half of a surrogate pair. */
export function cutTexts<T>(value: T, most: number): CutResult<T> {
  const cut: CutText[] = [];
  const walk = (one: unknown, path: string, depth: number): unknown => {
    if (typeof one === 'string') {
      if (one.length <= most) return one;
      const kept = textStart(one, most);
      cut.push({ path, length: one.length, kept: kept.length, unit: 'characters' });
      return kept;
    }
    if (typeof one !== 'object' || one === null) return one;
    if (depth > MAX_DEPTH) return '…';
    if (Array.isArray(one)) {
      const items = one.length > MOST_ITEMS ? one.slice(0, MOST_ITEMS) : one;
      if (items !== one) cut.push({ path, length: one.length, kept: MOST_ITEMS, unit: 'items' });
      return items.map((item, i) => walk(item, joinPath(path, String(i)), depth + 1));
    }
    const copy: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(one)) {
      if (field !== undefined) setOwn(copy, key, walk(field, joinPath(path, key), depth + 1));
    }
    return copy;
  };
  return { value: walk(value, '', 0) as T, cut };
}

/** What stands at a path that `cutTexts` gave; undefined where nothing does. */
export function valueAt(value: unknown, path: string): unknown {
  let at: unknown = value;
  for (const part of path.split('.')) {
    const key = part.replaceAll('~1', '.').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

/** The path of a field below another one. */
export function joinPath(path: string, key: string): string {
  const name = key.replaceAll('~', '~0').replaceAll('.', '~1');
  return path === '' ? name : `${path}.${name}`;
}

// An input may have a field called `__proto__`.
function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

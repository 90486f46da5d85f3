// Visits every string of a parsed JSON value and puts what comes back in its place; what does not change is shared.
import { isObject, type Json, type JsonObject } from '../base/json.ts';

export type JsonKey = string | number | undefined;

/** Where a string stands: keys and indices from the outside in. */
export type JsonPath = readonly (string | number)[];

export interface Spot {
  readonly key: JsonKey;
  /** The object that has the key. */
  readonly owner: JsonObject | undefined;
  /** Made only when asked for: at a depth of thousands it is long. */
  readonly path: () => JsonPath;
}

interface Frame {
  readonly key: JsonKey;
  readonly value: Json;
  readonly keys: readonly (string | number)[];
  readonly changed: Map<string | number, Json>;
  at: number;
}

/** Without recursion: a hostile line may be nested as deep as the parser allows. What is opaque is passed over. */
export function mapStrings(
  root: Json,
  visit: (text: string, spot: Spot) => string,
  isOpaque: (owner: JsonObject | undefined, key: string | number) => boolean = () => false,
): Json {
  if (typeof root === 'string') return visit(root, { key: undefined, owner: undefined, path: () => [] });
  if (typeof root !== 'object' || root === null) return root;
  const frames: Frame[] = [open(root, undefined)];
  for (;;) {
    const frame = frames.at(-1) as Frame;
    const key = frame.keys[frame.at++];
    if (key === undefined) {
      frames.pop();
      const closed = close(frame);
      const outer = frames.at(-1);
      if (!outer) return closed;
      if (closed !== frame.value) outer.changed.set(frame.key as string | number, closed);
      continue;
    }
    const owner = isObject(frame.value) ? frame.value : undefined;
    const child = (frame.value as Record<string | number, Json>)[key] as Json;
    if (isOpaque(owner, key)) continue;
    if (typeof child === 'string') {
      const path = (): JsonPath => [...frames.slice(1).map((one) => one.key as string | number), key];
      const next = visit(child, { key, owner, path });
      if (next !== child) frame.changed.set(key, next);
    } else if (typeof child === 'object' && child !== null) frames.push(open(child, key));
  }
}

function open(value: Json, key: JsonKey): Frame {
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value as object);
  return { key, value, keys, changed: new Map(), at: 0 };
}

function close({ value, changed }: Frame): Json {
  if (changed.size === 0) return value;
  if (Array.isArray(value)) return value.map((item: Json, i) => changed.get(i) ?? item);
  const copy: Record<string, Json | undefined> = {};
  for (const [key, child] of Object.entries(value as JsonObject)) {
    // Not by plain assignment: a key `__proto__` is data here.
    Object.defineProperty(copy, key, {
      value: changed.get(key) ?? child,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}

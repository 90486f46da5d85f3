// Takes out the entries that mending left without any content; what hung on them hangs on what they hung on.
import { isObject, type Json, type JsonObject, stringField } from '../../base/json.ts';
import type { Mended, MendedLine } from './mended-line.ts';

/** The step that emptied them has listed why. An entry that was written without content stays: clients know what to do with it. */
export function dropEmptied(lines: readonly MendedLine[]): Mended {
  const kept = lines.filter((one) => !wasEmptied(one));
  if (kept.length === lines.length) return { lines, changes: [] };
  const parents = new Map<string, Json>();
  for (const one of lines) {
    const uuid = wasEmptied(one) ? stringField(one.value, 'uuid') : undefined;
    if (uuid !== undefined) parents.set(uuid, nearestKept(one.value?.parentUuid ?? null, parents));
  }
  return { lines: kept.map((one) => relinkPast(one, parents)), changes: [] };
}

function wasEmptied({ line, value }: MendedLine): boolean {
  return value !== undefined && line?.kind === 'entry' && isEmpty(value) && !isEmpty(line.value);
}

function isEmpty({ message }: JsonObject): boolean {
  return isObject(message) && Array.isArray(message.content) && message.content.length === 0;
}

/** All that a client follows on its way. */
const LINKS = ['parentUuid', 'logicalParentUuid', 'leafUuid'] as const;

function relinkPast(one: MendedLine, parents: ReadonlyMap<string, Json>): MendedLine {
  let value = one.value;
  for (const key of LINKS) {
    if (!value || typeof value[key] !== 'string' || !parents.has(value[key])) continue;
    value = { ...value, [key]: nearestKept(value[key], parents) };
  }
  return value === one.value ? one : { ...one, value };
}

function nearestKept(uuid: Json, parents: ReadonlyMap<string, Json>): Json {
  const passed = new Set<Json>();
  let at = uuid;
  while (typeof at === 'string' && parents.has(at) && !passed.has(at)) {
    passed.add(at);
    at = parents.get(at) ?? null;
  }
  return at;
}

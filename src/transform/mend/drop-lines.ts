// Takes lines out of a session; what hung on them hangs on what they hung on.
import { type Json, stringField } from '../../base/json.ts';
import type { MendedLine } from './mended-line.ts';

export function dropLines(
  lines: readonly MendedLine[],
  isDropped: (one: MendedLine) => boolean,
): readonly MendedLine[] {
  const dropped = new Set(lines.filter(isDropped));
  if (dropped.size === 0) return lines;
  const parents = new Map<string, Json>();
  for (const { value } of dropped) {
    const uuid = stringField(value, 'uuid');
    if (uuid !== undefined) parents.set(uuid, nearestKept(value?.parentUuid ?? null, parents));
  }
  return lines.filter((one) => !dropped.has(one)).map((one) => relinkPast(one, parents));
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

// Gives a line that is already written its new ids: uuids are all of one length, so they are written over in place [R8].
import type { ByteSink } from '../base/byte-sink.ts';
import { findUuids } from '../base/find-uuids.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { packUuid } from '../base/pack-uuid.ts';

/**
 * The same as `renameIds` of the value and writing it again. False, and nothing done, where it takes a closer look to tell
 * which of the uuids stand in the content of a message: those keep their names.
 */
export function renameLine(
  sink: ByteSink,
  from: number,
  value: JsonObject,
  renameAt: (bytes: Uint8Array, at: number) => void,
): boolean {
  const { bytes, length } = sink;
  const places = findUuids(bytes, from, length);
  // As many as the entry has in fields of its own: then those are they, and the content has none.
  if (places.length !== countOwn(value) && hasRole(value)) return false;
  for (const at of places) renameAt(bytes, at);
  return true;
}

const WORDS: Uint32Array = new Uint32Array(4);

function countOwn(value: JsonObject): number {
  let count = 0;
  for (const key in value) {
    const field = value[key];
    if (typeof field === 'string' && packUuid(field, WORDS)) count++;
  }
  return count;
}

// Only beside a role is content that of a message.
function hasRole(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasRole);
  for (const key in value) if (key === 'role' || hasRole((value as JsonObject)[key] ?? null)) return true;
  return false;
}

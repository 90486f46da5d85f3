// Gives a line that is already written its new ids: uuids are all of one length, so they are written over in place [R8].
import type { ByteSink } from '../base/byte-sink.ts';
import { findUuids, UUID_BYTES } from '../base/find-uuids.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { packUuid } from '../base/pack-uuid.ts';
import type { Entry } from '../log/line.ts';
import { writeEntry } from '../log/write-line.ts';

/**
 * Writes an entry whose value is now `value` with its new ids: the same as `renameIds` of the value and writing that. False where
 * it takes a closer look to tell which of its uuids keep their names; what is written then is of no use.
 */
export function writeRenamedLine(
  entry: Entry,
  value: JsonObject,
  sink: ByteSink,
  renameAt: (bytes: Uint8Array, at: number) => void,
): boolean {
  const start = sink.length;
  const isRelinked = value !== entry.value && isAllButLink(entry.value, value);
  const parent = isRelinked ? linkAt(entry, value.parentUuid) : undefined;
  if (parent !== undefined) {
    writeEntry(entry, entry.value, sink);
    const { bytes } = sink;
    for (let i = 0; i < UUID_BYTES; i++) bytes[start + LINK.length + i] = parent.charCodeAt(i);
    // Of a field that stands twice the last one counts: then there is a uuid too many.
    if (renameAll(findUuids(bytes, start, sink.length), value, bytes, renameAt)) return true;
    sink.cutBack(start);
  }
  writeEntry(entry, value, sink);
  return renameLine(sink, start, value, renameAt);
}

/** Whether all fields but the link are the very same. */
function isAllButLink(before: JsonObject, after: JsonObject): boolean {
  let fields = 0;
  for (const key in after) {
    if (after[key] !== before[key] && key !== 'parentUuid') return false;
    fields++;
  }
  for (const _ in before) fields--;
  return fields === 0;
}

/** How clients begin every line that hangs on another. */
const LINK = '{"parentUuid":"';

/** The new link, where it can be written over the old one: the line begins with that, and both are canonical uuids. */
function linkAt({ raw, value }: Entry, parent: Json | undefined): string | undefined {
  const old = value.parentUuid;
  if (typeof old !== 'string' || !packUuid(old, WORDS)) return undefined;
  if (typeof parent !== 'string' || !packUuid(parent, WORDS)) return undefined;
  const begin = LINK.length;
  for (let i = 0; i < begin; i++) if (raw[i] !== LINK.charCodeAt(i)) return undefined;
  for (let i = 0; i < UUID_BYTES; i++) if (raw[begin + i] !== old.charCodeAt(i)) return undefined;
  return raw[begin + UUID_BYTES] === QUOTE ? parent : undefined;
}

const QUOTE = 34;

/** Where they are as many as the entry has in fields of its own: then those are they, and the content has none. */
function renameAll(
  places: readonly number[],
  value: JsonObject,
  bytes: Uint8Array,
  renameAt: (bytes: Uint8Array, at: number) => void,
): boolean {
  if (places.length !== countOwn(value)) return false;
  for (const at of places) renameAt(bytes, at);
  return true;
}

/** Renames all uuids of the line from `from` on; false, and nothing done, where some may stand in the content of a message. */
function renameLine(
  sink: ByteSink,
  from: number,
  value: JsonObject,
  renameAt: (bytes: Uint8Array, at: number) => void,
): boolean {
  const { bytes, length } = sink;
  const places = findUuids(bytes, from, length);
  if (renameAll(places, value, bytes, renameAt)) return true;
  if (hasRole(value)) return false;
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

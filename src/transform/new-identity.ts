// Gives a session new ids everywhere: its own, every uuid, and every field that names one of them [R8].
import type { Json, JsonObject } from '../base/json.ts';
import { UUID } from '../base/uuid.ts';
import type { CutSession } from './cut-session.ts';

export interface Identity {
  readonly sessionId: string;
  /** The new uuid for an old one; undefined for text that is no uuid of this session. */
  readonly rename: (id: string) => string | undefined;
  /** Writes the new uuid over a canonical one that begins there. Undefined where some ids are no canonical uuids. */
  readonly renameAt?: ((bytes: Uint8Array, at: number) => void) | undefined;
}

/**
 * Collects the uuids that get a new name. `newUuid` makes a fresh one; the same identity must be used for a session and its
 * agents, whose files name each other's entries.
 */
export function makeIdentity(
  values: Iterable<JsonObject>,
  sessionId: string,
  newUuid: () => string,
): Identity {
  const names = new Map<string, string>();
  for (const value of values) {
    if (typeof value.uuid === 'string' && !names.has(value.uuid)) names.set(value.uuid, newUuid());
    if (typeof value.sessionId === 'string') names.set(value.sessionId, sessionId);
  }
  return { sessionId, rename: (id) => names.get(id) };
}

export function applyIdentity(session: CutSession, identity: Identity): CutSession {
  const items = session.items.map((item) => ({ ...item, value: renameIds(item.value, identity) }));
  return { sessionId: identity.sessionId, items };
}

/**
 * A string anywhere in the entry that is one of the ids is renamed, in fields that clew does not know as well. The content
 * of messages and text that merely contains an id are not touched, because the model has read them so.
 */
export function renameIds(value: JsonObject, identity: Identity): JsonObject {
  return renameFields(value, identity);
}

/** The same for one of its fields. */
export function renameField(item: Json, key: string, of: JsonObject, identity: Identity): Json {
  if (typeof item === 'string') {
    // What was said stays as it was said, even where it is nothing but an id.
    return key === 'content' && typeof of.role === 'string' ? item : renameText(item, identity, key);
  }
  if (typeof item !== 'object' || item === null || (key === 'content' && typeof of.role === 'string'))
    return item;
  return renameIn(item, identity, key);
}

// An id of another shape could be any word: it is renamed only where the format has an id [R8].
const UUID_LENGTH = 36;
const ID_FIELDS: ReadonlySet<string> = new Set([
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'leafUuid',
  'messageId',
  'snapshotMessageId',
  'sourceToolAssistantUUID',
  'headUuid',
  'anchorUuid',
  'tailUuid',
  'uuids',
  'allUuids',
  'source_uuid',
  'commandUuid',
  'sessionId',
  'session_id',
]);

function renameIn(value: Json, identity: Identity, field: string): Json {
  if (typeof value === 'string') return renameText(value, identity, field);
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? renameItems(value as readonly Json[], identity, field)
    : renameFields(value as JsonObject, identity);
}

function renameText(text: string, identity: Identity, field: string): string {
  const isId = ID_FIELDS.has(field) || (text.length === UUID_LENGTH && UUID.test(text));
  return isId ? (identity.rename(text) ?? text) : text;
}

function renameItems(items: readonly Json[], identity: Identity, field: string): Json {
  let changed: Json[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Json;
    const renamed = renameIn(item, identity, field);
    if (renamed === item) continue;
    changed ??= [...items];
    changed[i] = renamed;
  }
  return changed ?? items;
}

function renameFields(value: JsonObject, identity: Identity): JsonObject {
  let changed: Record<string, Json | undefined> | undefined;
  for (const key in value) {
    const item = value[key];
    if (item === undefined) continue;
    const renamed = renameField(item, key, value, identity);
    if (renamed === item) continue;
    changed ??= { ...value };
    changed[key] = renamed;
  }
  return changed ?? value;
}

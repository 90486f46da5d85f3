// Links the items that are left into one linear chain, the only shape that every client reads whole [R2].
import { arrayField, type JsonObject, objectField, stringField } from '../base/json.ts';
import type { CutItem, CutSession } from './cut-session.ts';

/** What the links of a part hang on: the end of the part before it. */
export interface LinksBefore {
  readonly last: string | undefined;
  /** The uuids of the part before, which a boundary may name. */
  readonly kept: ReadonlySet<string>;
  /** Whether this part ends the session. */
  readonly ends: boolean;
}

const WHOLE: LinksBefore = { last: undefined, kept: new Set(), ends: true };

/** Each link hangs on the one before it; a boundary starts a root and names it as its logical parent [G4]. */
export function relink(session: CutSession, before: LinksBefore = WHOLE): CutSession {
  const kept = new Set(session.items.map((item) => uuidOf(item)).filter((uuid) => uuid !== undefined));
  const isKept = (uuid: string) => kept.has(uuid) || before.kept.has(uuid);
  const links = session.items.filter((item) => item.role === 'chain').map((item) => uuidOf(item));
  const leaf = before.ends ? links.at(-1) : undefined;
  // A client goes down from the leaf to what hangs on it: nothing may, or it would be read as part of the talk.
  const above = (parent: string | undefined) =>
    parent === leaf && leaf !== undefined ? (links.length > 1 ? links.at(-2) : before.last) : parent;
  let last = before.last;
  const items = session.items.map((item) => {
    const uuid = uuidOf(item);
    if (uuid === undefined) return item;
    if (item.role === 'beside') {
      const parent = stringField(item.value, 'parentUuid');
      // What hung on an entry that went hangs on the conversation as it stood there.
      const place = parent !== undefined && kept.has(parent) ? parent : last;
      return change(item, { parentUuid: above(place) ?? null });
    }
    const parent = last;
    last = uuid;
    if (!isBoundary(item.value)) return change(item, { parentUuid: parent ?? null });
    const logical = parent === undefined ? {} : { logicalParentUuid: parent };
    return change(item, { parentUuid: null, ...logical, ...keepPreserved(item.value, isKept) });
  });
  return { ...session, items };
}

function uuidOf(item: CutItem): string | undefined {
  return stringField(item.value, 'uuid');
}

function isBoundary(value: JsonObject): boolean {
  return value.type === 'system' && value.subtype === 'compact_boundary';
}

function change(item: CutItem, fields: JsonObject): CutItem {
  const differs = Object.keys(fields).some((key) => item.value[key] !== fields[key]);
  return differs ? { ...item, value: { ...item.value, ...fields } } : item;
}

// The tail that a compaction preserved is named by its uuids: of those that went, no name may stay behind.
function keepPreserved(value: JsonObject, isKept: (uuid: string) => boolean): JsonObject {
  const metadata = objectField(value, 'compactMetadata');
  const messages = objectField(metadata, 'preservedMessages');
  const uuids = arrayField(messages, 'uuids');
  if (!metadata || !uuids) return {};
  const left = uuids.filter((uuid) => typeof uuid === 'string' && isKept(uuid));
  if (left.length === uuids.length) return {};
  const { preservedMessages: _, preservedSegment, ...rest } = metadata;
  if (left.length === 0) return { compactMetadata: rest };
  const segment = objectField({ preservedSegment }, 'preservedSegment');
  const all = arrayField(messages, 'allUuids')?.filter((uuid) => typeof uuid === 'string' && isKept(uuid));
  return {
    compactMetadata: {
      ...rest,
      ...(segment ? { preservedSegment: { ...segment, headUuid: left[0], tailUuid: left.at(-1) } } : {}),
      preservedMessages: { ...messages, uuids: left, ...(all ? { allUuids: all } : {}) },
    },
  };
}

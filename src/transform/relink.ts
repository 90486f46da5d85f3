// Links the items that are left into one linear chain, the only shape that every client reads whole [R2].
import { arrayField, type JsonObject, objectField, stringField } from '../base/json.ts';
import type { CutItem, CutSession } from './cut-session.ts';
import { isBoundary } from './sent-items.ts';

/** What the links of a part hang on: the end of the part before it. */
export interface LinksBefore {
  readonly last: string | undefined;
  /** The uuids of the part before, which a boundary may name. */
  readonly kept: { has(uuid: string): boolean };
  /** Whether this part ends the session. */
  readonly ends: boolean;
}

const WHOLE: LinksBefore = { last: undefined, kept: new Set(), ends: true };

/** Each link hangs on the one before it; a boundary starts a root and names it as its logical parent [G4]. */
export function relink(session: CutSession, before: LinksBefore = WHOLE): CutSession {
  const kept = new LazyUuids(session.items);
  const isKept = (uuid: string) => kept.has(uuid) || before.kept.has(uuid);
  const { leaf, aboveLeaf } = before.ends ? findLeaf(session.items, before.last) : NO_LEAF;
  let last = before.last;
  const items: CutItem[] = [];
  for (const item of session.items) {
    const uuid = uuidOf(item);
    if (uuid === undefined) items.push(item);
    else if (item.role === 'beside') {
      const parent = stringField(item.value, 'parentUuid');
      // What hung on an entry that went hangs on the conversation as it stood there.
      const place = parent !== undefined && kept.has(parent) ? parent : last;
      // A client goes down from the leaf to what hangs on it: nothing may, or it would be read as part of the talk.
      items.push(hangOn(item, place === leaf && leaf !== undefined ? aboveLeaf : place));
    } else {
      const parent = last;
      last = uuid;
      if (!isBoundary(item)) items.push(hangOn(item, parent));
      else {
        const logical = parent === undefined ? {} : { logicalParentUuid: parent };
        items.push(change(item, { parentUuid: null, ...logical, ...keepPreserved(item.value, isKept) }));
      }
    }
  }
  return { ...session, items };
}

const NO_LEAF = { leaf: undefined, aboveLeaf: undefined };

/** The uuid of the last link, and of the one before it. */
function findLeaf(
  items: readonly CutItem[],
  before: string | undefined,
): { leaf: string | undefined; aboveLeaf: string | undefined } {
  const at = items.findLastIndex((item) => item.role === 'chain');
  const above = items.findLast((item, i) => i < at && item.role === 'chain');
  return {
    leaf: at < 0 ? undefined : uuidOf(items[at] as CutItem),
    aboveLeaf: above ? uuidOf(above) : before,
  };
}

/** The uuids of items, put together when somebody asks: few parts have anything that must be looked up. */
export class LazyUuids {
  // Not the items themselves, which would be held as long as this.
  readonly #list: readonly unknown[];
  #uuids: ReadonlySet<unknown> | undefined;

  constructor(items: readonly CutItem[]) {
    this.#list = items.map(({ value }) => value.uuid);
  }

  has(uuid: string): boolean {
    this.#uuids ??= new Set(this.#list);
    return this.#uuids.has(uuid);
  }
}

function hangOn(item: CutItem, parent: string | undefined): CutItem {
  const parentUuid = parent ?? null;
  return item.value.parentUuid === parentUuid ? item : { ...item, value: { ...item.value, parentUuid } };
}

function uuidOf(item: CutItem): string | undefined {
  return stringField(item.value, 'uuid');
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

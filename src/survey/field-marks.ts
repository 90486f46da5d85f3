// What a survey keeps of a shape of object and of each of its fields: counts, kinds of value, versions, and the first place.
import { compareVersions } from '../base/compare-versions.ts';

/** Where something was first seen. */
export interface FirstPlace {
  readonly file: string;
  readonly line: number;
  readonly offset: number;
}

export type ValueKind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

export type Presence = 'always' | 'often' | 'rarely';

export interface FieldPresence {
  /** A field of an object inside is written `attachment.hookName`. */
  readonly name: string;
  readonly count: number;
  /** `always`: on every object of the shape; `often`: on at least one in ten; `rarely`: on fewer. */
  readonly presence: Presence;
  readonly kinds: readonly ValueKind[];
  readonly firstVersion: string | null;
  readonly lastVersion: string | null;
  readonly place: FirstPlace;
}

export interface ShapePresence {
  /** `user`, `system/api_error`, `attachment/file`, `progress/bash_progress`, `message/assistant`, `usage`, `block/text`, `result-block/image`. */
  readonly shape: string;
  readonly count: number;
  readonly firstVersion: string | null;
  readonly lastVersion: string | null;
  readonly place: FirstPlace;
  readonly fields: readonly FieldPresence[];
  /** Occurrences of fields beyond those kept. */
  readonly unlisted: number;
}

/** Objects inside an entry whose fields are part of the format; others (`toolUseResult`, inputs) are data of a tool. */
const OPENED: ReadonlySet<string> = new Set([
  'attachment',
  'data',
  'snapshot',
  'compactMetadata',
  'microcompactMetadata',
  'thinkingMetadata',
  'origin',
  'cache_creation',
  'server_tool_use',
]);

// A hostile file may hold millions of different names: what is beyond these is counted, not kept.
export const MAX_FIELDS = 500;
export const MAX_NAME = 100;

/** Marks as they come from another thread: the same data, without their methods. */
interface MarkData {
  readonly count: number;
  readonly firstVersion: string | undefined;
  readonly lastVersion: string | undefined;
  readonly place: FirstPlace;
}

interface FieldListData {
  readonly fields: readonly FieldData[];
  readonly unlisted: number;
}

interface FieldData extends MarkData {
  readonly name: string;
  readonly kinds: number;
  readonly inner: FieldListData | undefined;
}

export interface ShapeData extends MarkData {
  readonly list: FieldListData;
}

export class Mark {
  count = 0;
  firstVersion: string | undefined;
  lastVersion: string | undefined;
  /** The version noted last, to skip the comparison for the many lines of one client. */
  seenVersion: string | undefined;
  readonly place: FirstPlace;

  constructor(place: FirstPlace) {
    this.place = place;
  }
}

export function noteVersion(mark: Mark, version: string): void {
  mark.seenVersion = version;
  if (mark.firstVersion === undefined || compareVersions(version, mark.firstVersion) < 0)
    mark.firstVersion = version;
  if (mark.lastVersion === undefined || compareVersions(version, mark.lastVersion) > 0)
    mark.lastVersion = version;
}

/** Adds what was counted in files that come after. */
function mergeMark(mark: Mark, later: MarkData): void {
  mark.count += later.count;
  if (later.firstVersion !== undefined) noteVersion(mark, later.firstVersion);
  if (later.lastVersion !== undefined) noteVersion(mark, later.lastVersion);
}

class Field extends Mark {
  readonly name: string;
  readonly index: number;
  readonly inner: FieldList | undefined;
  kinds = 0;

  constructor(name: string, index: number, place: FirstPlace, inner: FieldList | undefined) {
    super(place);
    this.name = name;
    this.index = index;
    this.inner = inner;
  }
}

export class FieldList {
  readonly prefix: string;
  readonly fields: Field[] = [];
  readonly byName: Map<string, Field> = new Map();
  unlisted = 0;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  /** Undefined where there are too many already: then its occurrences are counted as `unlisted`. */
  create(name: string, place: FirstPlace, count = 1): Field | undefined {
    if (this.fields.length >= MAX_FIELDS || name.length > MAX_NAME) {
      this.unlisted += count;
      return undefined;
    }
    const inner = this.prefix === '' && OPENED.has(name) ? new FieldList(`${name}.`) : undefined;
    const field = new Field(name, this.fields.length, place, inner);
    this.fields.push(field);
    this.byName.set(name, field);
    return field;
  }

  merge(later: FieldListData): void {
    this.unlisted += later.unlisted;
    for (const one of later.fields) {
      const field = this.byName.get(one.name) ?? this.create(one.name, one.place, one.count);
      if (field === undefined) continue;
      mergeMark(field, one);
      field.kinds |= one.kinds;
      if (one.inner !== undefined) field.inner?.merge(one.inner);
    }
  }
}

export class Shape extends Mark {
  readonly shape: string;
  readonly list: FieldList = new FieldList('');

  constructor(shape: string, place: FirstPlace) {
    super(place);
    this.shape = shape;
  }

  merge(later: ShapeData): void {
    mergeMark(this, later);
    this.list.merge(later.list);
  }

  toPresence(): ShapePresence {
    const { shape, count, list, place } = this;
    const fields: FieldPresence[] = [];
    let unlisted = 0;
    for (const level of [list, ...list.fields.flatMap((field) => field.inner ?? [])]) {
      unlisted += level.unlisted;
      for (const field of level.fields) fields.push(fieldPresence(level.prefix, field, count));
    }
    return { shape, count, ...versionsOf(this), place, fields, unlisted };
  }
}

function fieldPresence(prefix: string, field: Field, of: number): FieldPresence {
  const { count, place } = field;
  const presence = count >= of ? 'always' : count * 10 >= of ? 'often' : 'rarely';
  const kinds = KINDS.filter((_, bit) => field.kinds & (1 << bit));
  return { name: prefix + field.name, count, presence, kinds, ...versionsOf(field), place };
}

function versionsOf(mark: Mark): { firstVersion: string | null; lastVersion: string | null } {
  return { firstVersion: mark.firstVersion ?? null, lastVersion: mark.lastVersion ?? null };
}

const KINDS: readonly ValueKind[] = ['string', 'number', 'boolean', 'null', 'array', 'object'];

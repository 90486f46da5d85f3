// Collects which fields stand on which shape of object: how often, with what kinds of value, and by which client versions.
import { isObject, type JsonObject } from '../base/json.ts';
import { compareVersions } from './compare-versions.ts';

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
const MAX_SHAPES = 1000;
const MAX_FIELDS = 500;
const MAX_NAME = 100;

export class FieldTable {
  readonly #groups: Map<string, Map<string, Shape>> = new Map();
  #shapes = 0;
  /** Shapes that could not be kept. */
  unlistedShapes = 0;
  #file = '';
  #version: string | undefined;
  #withoutVersion: Mark[] = [];

  /** Starts another file: an entry without `version` belongs to the one before it in its file, or else to the first after. */
  startFile(file: string): void {
    this.#file = file;
    this.#version = undefined;
    this.#withoutVersion = [];
  }

  setVersion(version: string): void {
    if (version === this.#version) return;
    this.#version = version.length > MAX_NAME ? version.slice(0, MAX_NAME) : version;
    for (const mark of this.#withoutVersion) noteVersion(mark, this.#version);
    this.#withoutVersion = [];
  }

  /** Counts the object's fields under `group/name`. */
  record(group: string, name: string, object: JsonObject, line: number, offset: number): void {
    const shape = this.#findShape(group, name, line, offset);
    if (!shape) return;
    this.#mark(shape);
    this.#recordFields(shape.list, object, line, offset);
  }

  toShapes(): ShapePresence[] {
    const shapes: ShapePresence[] = [];
    for (const group of this.#groups.values()) {
      for (const shape of group.values()) shapes.push(shape.toPresence());
    }
    return shapes;
  }

  #findShape(group: string, name: string, line: number, offset: number): Shape | undefined {
    const names = this.#groups.get(group) ?? new Map<string, Shape>();
    this.#groups.set(group, names);
    const known = names.get(name);
    if (known) return known;
    if (this.#shapes >= MAX_SHAPES || name.length > MAX_NAME) {
      this.unlistedShapes++;
      return undefined;
    }
    this.#shapes++;
    const shape = new Shape(shapeName(group, name), { file: this.#file, line, offset });
    names.set(name, shape);
    return shape;
  }

  #recordFields(list: FieldList, object: JsonObject, line: number, offset: number): void {
    let next = 0;
    for (const name in object) {
      // Objects of a shape mostly have the same fields in the same order: then no look-up is needed.
      let field = list.fields[next];
      if (field === undefined || field.name !== name) {
        field = list.byName.get(name) ?? list.create(name, { file: this.#file, line, offset });
        if (field === undefined) continue;
      }
      next = field.index + 1;
      this.#mark(field);
      const value = object[name];
      field.kinds |= kindBit(value);
      if (field.inner !== undefined && isObject(value)) this.#recordFields(field.inner, value, line, offset);
    }
  }

  #mark(mark: Mark): void {
    mark.count++;
    if (mark.seenVersion === this.#version && this.#version !== undefined) return;
    if (this.#version !== undefined) noteVersion(mark, this.#version);
    else if (this.#withoutVersion.length < MAX_FIELDS && !this.#withoutVersion.includes(mark)) {
      this.#withoutVersion.push(mark);
    }
  }
}

function shapeName(group: string, name: string): string {
  if (group === 'entry') return name;
  return name === '' ? group : `${group}/${name}`;
}

class Mark {
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

function noteVersion(mark: Mark, version: string): void {
  mark.seenVersion = version;
  if (mark.firstVersion === undefined || compareVersions(version, mark.firstVersion) < 0)
    mark.firstVersion = version;
  if (mark.lastVersion === undefined || compareVersions(version, mark.lastVersion) > 0)
    mark.lastVersion = version;
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

class FieldList {
  readonly prefix: string;
  readonly fields: Field[] = [];
  readonly byName: Map<string, Field> = new Map();
  unlisted = 0;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  create(name: string, place: FirstPlace): Field | undefined {
    if (this.fields.length >= MAX_FIELDS || name.length > MAX_NAME) {
      this.unlisted++;
      return undefined;
    }
    const inner = this.prefix === '' && OPENED.has(name) ? new FieldList(`${name}.`) : undefined;
    const field = new Field(name, this.fields.length, place, inner);
    this.fields.push(field);
    this.byName.set(name, field);
    return field;
  }
}

class Shape extends Mark {
  readonly shape: string;
  readonly list: FieldList = new FieldList('');

  constructor(shape: string, place: FirstPlace) {
    super(place);
    this.shape = shape;
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

function kindBit(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return 1;
    case 'number':
      return 2;
    case 'boolean':
      return 4;
    default:
      return value === null ? 8 : Array.isArray(value) ? 16 : 32;
  }
}

// Collects which fields stand on which shape of object: how often, with what kinds of value, and by which client versions.
import { isObject, type JsonObject } from '../base/json.ts';
import {
  type FieldList,
  type FirstPlace,
  MAX_FIELDS,
  MAX_NAME,
  type Mark,
  noteVersion,
  Shape,
  type ShapeData,
  type ShapePresence,
} from './field-marks.ts';

const MAX_SHAPES = 1000;

/** What a table holds, in a form that can be sent to another thread. */
export interface FieldCounts {
  readonly groups: ReadonlyMap<string, ReadonlyMap<string, ShapeData>>;
  readonly unlistedShapes: number;
}

/** Collects which fields each kind of object has, over the files of one survey. */
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
    const shape = this.#findShape(group, name, { file: this.#file, line, offset });
    if (!shape) return;
    this.#mark(shape);
    this.#recordFields(shape.list, object, line, offset);
  }

  toCounts(): FieldCounts {
    return { groups: this.#groups, unlistedShapes: this.unlistedShapes };
  }

  /** Adds what another table counted over files that come after this one's. */
  merge({ groups, unlistedShapes }: FieldCounts): void {
    this.unlistedShapes += unlistedShapes;
    for (const [group, shapes] of groups) {
      for (const [name, later] of shapes)
        this.#findShape(group, name, later.place, later.count)?.merge(later);
    }
  }

  toShapes(): ShapePresence[] {
    const shapes: ShapePresence[] = [];
    for (const group of this.#groups.values()) {
      for (const shape of group.values()) shapes.push(shape.toPresence());
    }
    return shapes;
  }

  #findShape(group: string, name: string, place: FirstPlace, count = 1): Shape | undefined {
    const names = this.#groups.get(group) ?? new Map<string, Shape>();
    this.#groups.set(group, names);
    const known = names.get(name);
    if (known) return known;
    if (this.#shapes >= MAX_SHAPES || name.length > MAX_NAME) {
      this.unlistedShapes += count;
      return undefined;
    }
    this.#shapes++;
    const shape = new Shape(shapeName(group, name), place);
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

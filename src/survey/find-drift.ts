// Compares surveyed shapes with the format as clew knows it and lists what is new: types, kinds, blocks and fields.
import { KNOWN_SHAPES } from '../log/known-format.ts';
import type { FirstPlace, ShapePresence } from './field-marks.ts';

export type DriftKind =
  | 'entry type'
  | 'system subtype'
  | 'attachment kind'
  | 'progress kind'
  | 'message of an entry type'
  | 'block type'
  | 'block type in results'
  | 'field';

/** Something in the sessions that the built-in rules do not know. */
export interface Drift {
  readonly kind: DriftKind;
  /** The shape that is new, or that has the new field. */
  readonly shape: string;
  readonly field?: string;
  readonly count: number;
  readonly firstVersion: string | null;
  readonly lastVersion: string | null;
  readonly place: FirstPlace;
}

/** New shapes first, then new fields of known ones; of a new shape the fields are not listed, they are all new. */
export function findDrift(shapes: readonly ShapePresence[]): Drift[] {
  const newShapes: Drift[] = [];
  const newFields: Drift[] = [];
  for (const { shape, count, firstVersion, lastVersion, place, fields } of shapes) {
    const known = KNOWN_SHAPES.get(shape);
    if (!known) {
      newShapes.push({ kind: kindOf(shape), shape, count, firstVersion, lastVersion, place });
      continue;
    }
    if (known.fields === 'open') continue;
    const names = new Set(known.fields);
    for (const field of fields) {
      if (names.has(field.name)) continue;
      const { name, count, firstVersion, lastVersion, place } = field;
      newFields.push({ kind: 'field', shape, field: name, count, firstVersion, lastVersion, place });
    }
  }
  return [...newShapes, ...newFields];
}

const GROUP_KINDS: readonly (readonly [string, DriftKind])[] = [
  ['system/', 'system subtype'],
  ['attachment/', 'attachment kind'],
  ['progress/', 'progress kind'],
  ['message/', 'message of an entry type'],
  ['block/', 'block type'],
  ['result-block/', 'block type in results'],
];

function kindOf(shape: string): DriftKind {
  return GROUP_KINDS.find(([group]) => shape.startsWith(group))?.[1] ?? 'entry type';
}

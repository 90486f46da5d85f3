// Puts the surveys of files, their sums and their fields together into the one document that all reports are made from.
import type { ShapePresence } from './field-marks.ts';
import type { FieldTable } from './field-table.ts';
import type { SessionSurvey } from './surveyor.ts';
import { type SurveyTotals, totalSurveys } from './total-surveys.ts';

/** What `clew survey --json` prints. */
export interface Survey {
  readonly sessions: readonly SessionSurvey[];
  readonly totals: SurveyTotals;
  /** Fields by shape of object, over all sessions; the most frequent shapes of each group first. */
  readonly fields: readonly ShapePresence[];
  /** Objects whose shape was one too many to keep. */
  readonly unlistedShapes: number;
}

/** Puts the surveys of several files and their fields together. */
export function buildSurvey(sessions: readonly SessionSurvey[], fields: FieldTable): Survey {
  const shapes = fields.toShapes().sort(byGroupAndCount);
  return { sessions, totals: totalSurveys(sessions), fields: shapes, unlistedShapes: fields.unlistedShapes };
}

const GROUPS: readonly string[] = [
  'system',
  'attachment',
  'progress',
  'message',
  'usage',
  'block',
  'result-block',
];

function byGroupAndCount(a: ShapePresence, b: ShapePresence): number {
  return groupIndex(a) - groupIndex(b) || b.count - a.count || (a.shape < b.shape ? -1 : 1);
}

/** Plain entry types stand before all groups. */
function groupIndex({ shape }: ShapePresence): number {
  return GROUPS.indexOf(shape.split('/')[0] ?? '');
}

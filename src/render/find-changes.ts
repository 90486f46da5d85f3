// The places along a branch where the model or a mode became another one.
import type { Entry } from '../log/line.ts';
import { listModeChanges } from '../session/mode-changes.ts';
import { listModelChanges } from '../session/model-changes.ts';
import type { Row } from './row.ts';
import { noticeRow, sourceOf } from './row-source.ts';

/**
 * Rows by the entry that they stand before, or in place of for an entry that says nothing else. Modes are also logged
 * on lines beside the graph, so they are looked for in the whole file. The first model and mode are no change.
 */
export function findChanges(all: readonly Entry[], branch: readonly Entry[]): Map<Entry, Row[]> {
  const changes = new Map<Entry, Row[]>();
  const add = (entry: Entry, notice: 'mode' | 'model', label: string) => {
    const rows = changes.get(entry);
    const row = noticeRow(sourceOf(entry), notice, { label });
    if (rows) rows.push(row);
    else changes.set(entry, [row]);
  };
  for (const { entry, from, to, cause } of listModelChanges(branch)) {
    // The fallback's own entry says it already.
    if (from !== undefined && cause === 'answer') add(entry, 'model', `model ${from} → ${to}`);
  }
  for (const { kind, entry, from, to } of listModeChanges(all)) {
    if (from !== undefined) add(entry, 'mode', `${kind.replace('-', ' ')} ${from} → ${to}`);
  }
  return changes;
}

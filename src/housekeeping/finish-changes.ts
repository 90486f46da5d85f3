// How every change to a home ends: it is only planned or carried out, and told of in the same words.
import type { ChangeSet, PlannedChange } from './change-set.ts';
import type { HousekeepingAction } from './receipt.ts';

/** What every change to a home needs. */
export interface HousekeepingOptions {
  readonly dataDir: string;
  readonly now: () => Date;
  readonly dryRun?: boolean;
  /** Also a session that was written to in the last minutes. */
  readonly force?: boolean;
}

/** What a change to a home did. */
export interface HousekeepingReport {
  readonly action: HousekeepingAction;
  readonly sessionIds: readonly string[];
  readonly dryRun: boolean;
  readonly changes: readonly PlannedChange[];
  readonly bytes: number;
  /** The id for `clew undo`; undefined for a dry run. */
  readonly receipt: string | undefined;
  /** Files that changed in the very moment, and were left. */
  readonly skipped: readonly string[];
}

export async function finishChanges(
  changes: ChangeSet,
  report: Pick<HousekeepingReport, 'action' | 'sessionIds' | 'bytes'>,
  { dryRun = false }: Pick<HousekeepingOptions, 'dryRun'>,
): Promise<HousekeepingReport> {
  const planned = changes.changes;
  if (dryRun || planned.length === 0)
    return { ...report, dryRun, changes: planned, receipt: undefined, skipped: [] };
  const { receipt, skipped } = await changes.commit();
  return { ...report, dryRun, changes: planned, receipt: receipt.id, skipped };
}

// Removes sessions with all that belongs to them: everything goes into the receipt, which gives it back.
import { encodeUtf8 } from '../base/bytes.ts';
import { asWords } from '../base/json.ts';
import type { SessionFile } from '../disk/list-project.ts';
import type { Applied } from './apply-receipt.ts';
import { type Belongings, listBelongings, listIndex, writeIndex } from './belongings.ts';
import { ChangeSet, type PlannedChange } from './change-set.ts';
import { HomeViews } from './home-view.ts';
import type { HousekeepingAction } from './receipt.ts';
import { recoverReceipts } from './recover-receipts.ts';
import { refuseLive } from './refuse-live.ts';

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

/** Removes sessions with all that belongs to them, to a trash that gives them back. */
export async function removeSessions(
  sessions: readonly SessionFile[],
  options: HousekeepingOptions,
): Promise<HousekeepingReport> {
  if (!options.dryRun) await recoverReceipts(options.dataDir);
  const views = new HomeViews();
  const sessionIds = sessions.map(({ sessionId }) => sessionId);
  const changes = new ChangeSet({ ...options, action: 'rm', sessionIds });
  let bytes = 0;
  const indexes = new IndexRemovals();
  for (const session of sessions) {
    if (!options.force && !options.dryRun) await refuseLive(session, options.now());
    const all = await listBelongings(session, views);
    planRemoval(all, session.sessionId, changes, indexes);
    bytes += all.files.reduce((sum, file) => sum + file.bytes, 0);
  }
  indexes.plan(changes);
  return finish(changes, { action: 'rm', sessionIds, bytes }, options);
}

/** Shared by what removes a session as a part of something else. */
export function planRemoval(
  all: Belongings,
  sessionId: string,
  changes: ChangeSet,
  indexes: IndexRemovals,
): void {
  for (const { file, role } of all.files) changes.remove(file, { main: role === 'main' });
  for (const file of all.stale) changes.remove(file);
  for (const folder of all.folders) changes.removeFolder(folder);
  changes.editLines(
    all.history.file,
    all.history.lines.map(({ line, text }) => ({ line, before: text, after: undefined })),
  );
  if (all.index) indexes.add(all.index.file, all.index.text, sessionId);
}

/** Several sessions may stand in one index, which is written once. */
export class IndexRemovals {
  readonly #files = new Map<string, { text: string; ids: Set<string> }>();

  add(file: string, text: string, sessionId: string): void {
    const known = this.#files.get(file) ?? { text, ids: new Set<string>() };
    known.ids.add(sessionId);
    this.#files.set(file, known);
  }

  plan(changes: ChangeSet): void {
    for (const [file, { text, ids }] of this.#files) {
      const rest = listIndex(text).filter((entry) => !ids.has(asWords(entry.sessionId)));
      changes.replace(file, () => [encodeUtf8(writeIndex(text, rest))], { optional: true });
    }
  }
}

export async function finish(
  changes: ChangeSet,
  report: Pick<HousekeepingReport, 'action' | 'sessionIds' | 'bytes'>,
  options: Pick<HousekeepingOptions, 'dryRun'>,
): Promise<HousekeepingReport> {
  const planned = changes.changes;
  if (options.dryRun || planned.length === 0)
    return { ...report, dryRun: options.dryRun === true, changes: planned, receipt: undefined, skipped: [] };
  const applied: Applied = await changes.commit();
  return {
    ...report,
    dryRun: false,
    changes: planned,
    receipt: applied.receipt.id,
    skipped: applied.skipped,
  };
}

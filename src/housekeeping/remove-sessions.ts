// Removes sessions with all that belongs to them: everything goes into the receipt, which gives it back.
import type { SessionFile } from '../disk/list-project.ts';
import { type Belongings, listBelongings } from './belongings.ts';
import { ChangeSet } from './change-set.ts';
import { finishChanges, type HousekeepingOptions, type HousekeepingReport } from './finish-changes.ts';
import { HomeViews } from './home-view.ts';
import { recoverReceipts } from './recover-receipts.ts';
import { refuseLive } from './refuse-live.ts';
import { type IndexEdits, indexRemovals } from './sessions-index.ts';

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
  const indexes = indexRemovals();
  for (const session of sessions) {
    if (!options.force && !options.dryRun) await refuseLive(session, options.now());
    const all = await listBelongings(session, views);
    planRemoval(all, session.sessionId, changes, indexes);
    bytes += all.files.reduce((sum, file) => sum + file.bytes, 0);
  }
  indexes.plan(changes);
  return finishChanges(changes, { action: 'rm', sessionIds, bytes }, options);
}

/** Shared by what removes a session as a part of something else. */
export function planRemoval(
  all: Belongings,
  sessionId: string,
  changes: ChangeSet,
  indexes: IndexEdits,
): void {
  for (const { file, role } of all.files) changes.remove(file, { main: role === 'main' });
  for (const file of all.stale) changes.remove(file);
  for (const folder of all.folders) changes.removeFolder(folder);
  changes.editLines(
    all.history.file,
    all.history.lines.map(({ line, text }) => ({ line, before: text, after: undefined })),
  );
  if (all.index) indexes.add(all.index, sessionId);
}

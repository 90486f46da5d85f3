// Brings sessions back from the archive, to where they were or to another home, and so that the client finds them.
import { hashChunks } from '../disk/byte-hash.ts';
import { archiveFolder, type SnapshotFile } from './archive-snapshot.ts';
import { readPieces } from './archive-store.ts';
import { ChangeSet } from './change-set.ts';
import { damagedRefusal } from './file-state.ts';
import { finishChanges, type HousekeepingOptions, type HousekeepingReport } from './finish-changes.ts';
import type { PathMap } from './map-paths.ts';
import { type Placed, planPlacing } from './plan-placing.ts';
import { recoverReceipts } from './recover-receipts.ts';

/** Where to restore to. */
export interface RestoreOptions extends HousekeepingOptions {
  /** The home it shall lie in; where it was archived from, if not given. */
  readonly home?: string | undefined;
  readonly map?: PathMap;
}

/** What was put where. */
export interface RestoreReport extends HousekeepingReport {
  readonly placed: readonly Placed[];
}

/** The files get the time of now: by their old time the client might tidy them away at its next start. */
export async function restoreSnapshots(
  snapshots: readonly SnapshotFile[],
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { dataDir, map = [] } = options;
  if (!options.dryRun) await recoverReceipts(dataDir);
  const store = archiveFolder(dataDir);
  const sessionIds = snapshots.map(({ bundle }) => bundle.sessionId);
  const changes = new ChangeSet({ ...options, action: 'restore', sessionIds });
  const placed: Placed[] = [];
  let bytes = 0;
  for (const { bundle, pieces, file } of snapshots) {
    for (const [n, one] of bundle.files.entries()) {
      const { sha256 } = await hashChunks(readPieces(store, pieces[n] ?? []));
      if (sha256 !== one.sha256) throw damagedRefusal(file);
      bytes += one.bytes;
    }
    const read = (n: number) => readPieces(store, pieces[n] ?? []);
    placed.push(planPlacing(bundle, read, { home: options.home ?? bundle.home, map }, changes));
  }
  return { ...(await finishChanges(changes, { action: 'restore', sessionIds, bytes }, options)), placed };
}

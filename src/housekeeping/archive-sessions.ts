// Puts sessions into the archive: a copy outside the client's home, made before the client's own tidying takes them.
import { Refusal } from '../base/refusal.ts';
import { hashChunks } from '../disk/byte-hash.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { quoteName } from '../disk/quote-name.ts';
import { openByteSource } from '../disk/read-file.ts';
import { withLock } from '../disk/with-lock.ts';
import {
  archiveFolder,
  listSnapshots,
  readSnapshots,
  type Snapshot,
  type SnapshotFile,
  snapshotBytes,
  snapshotFile,
} from './archive-snapshot.ts';
import { readPieces, storePieces, sweepPieces } from './archive-store.ts';
import { listBelongings } from './belongings.ts';
import { type GatheredBundle, gatherBundle } from './bundle.ts';
import { ChangeSet } from './change-set.ts';
import { damagedRefusal } from './file-state.ts';
import { finishChanges, type HousekeepingOptions, type HousekeepingReport } from './finish-changes.ts';
import { HomeViews } from './home-view.ts';
import type { FileState } from './receipt.ts';
import { recoverReceipts } from './recover-receipts.ts';
import { refuseLive } from './refuse-live.ts';
import { planRemoval } from './remove-sessions.ts';
import { indexRemovals } from './sessions-index.ts';

/** How to archive, and whether to remove. */
export interface ArchiveOptions extends HousekeepingOptions {
  /** Also take the sessions out of the home, once they are safe in the archive. */
  readonly remove?: boolean;
  readonly titleOf?: (session: SessionFile) => Promise<string | undefined>;
}

export interface ArchivedSession {
  readonly sessionId: string;
  readonly bytes: number;
  readonly files: number;
  /** It was in the archive as it is now. */
  readonly unchanged: boolean;
}

/** What was archived, and how much the archive grew. */
export interface ArchiveReport extends HousekeepingReport {
  readonly archived: readonly ArchivedSession[];
  /** Compressed bytes that the archive grew by. */
  readonly added: number;
}

/** Copies sessions with all that belongs to them into the archive. */
export async function archiveSessions(
  sessions: readonly SessionFile[],
  options: ArchiveOptions,
): Promise<ArchiveReport> {
  const { dataDir, dryRun } = options;
  return dryRun ? archive(sessions, options) : inArchive(dataDir, () => archive(sessions, options));
}

/** Reads every piece of every snapshot again; returns the sessions of which something is damaged. */
export async function verifyArchive(
  dataDir: string,
): Promise<{ sessions: number; damaged: readonly string[] }> {
  const { snapshots, unreadable } = await readSnapshots(dataDir);
  const damaged = new Set(unreadable.map(({ sessionId }) => sessionId));
  for (const snapshot of snapshots)
    if (!(await isSound(snapshot, dataDir))) damaged.add(snapshot.bundle.sessionId);
  const sessions = new Set([...damaged, ...snapshots.map(({ bundle }) => bundle.sessionId)]);
  return { sessions: sessions.size, damaged: [...damaged] };
}

/** Frees what no snapshot names: contents of archives that were undone. Returns how many bytes that are. */
export async function sweepArchive(
  dataDir: string,
  { dryRun = false }: Pick<HousekeepingOptions, 'dryRun'> = {},
): Promise<number> {
  const sweep = async () => {
    const { snapshots, unreadable } = await readSnapshots(dataDir);
    const [torn] = unreadable;
    // What it names may be all that is left of a session.
    if (torn)
      throw new Refusal(
        'unreadable-snapshot',
        `${quoteName(torn.file)} cannot be read: what it needs of the archive is not known.`,
        'Nothing was freed. It may be of a newer clew: update and try again; else move that file away first.',
      );
    const named = new Set(snapshots.flatMap(({ pieces }) => pieces.flat()));
    return sweepPieces(archiveFolder(dataDir), named, dryRun);
  };
  return dryRun ? sweep() : inArchive(dataDir, sweep);
}

// Nothing is swept while what was stored waits for its snapshot, and what a crash left waiting gets it first.
function inArchive<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  return withLock(archiveFolder(dataDir), async () => {
    await recoverReceipts(dataDir);
    return work();
  });
}

async function archive(sessions: readonly SessionFile[], options: ArchiveOptions): Promise<ArchiveReport> {
  const { dataDir, dryRun, now } = options;
  const views = new HomeViews();
  const sessionIds = sessions.map(({ sessionId }) => sessionId);
  const changes = new ChangeSet({ ...options, action: 'archive', sessionIds });
  const indexes = indexRemovals();
  const archived: ArchivedSession[] = [];
  const known = newestBySession(await listSnapshots(dataDir));
  let added = 0;
  for (const session of sessions) {
    if (options.remove && !options.force && !dryRun) await refuseLive(session, now());
    const gathered = await gatherBundle(session, views);
    const last = known.get(session.sessionId);
    const unchanged = last !== undefined && (await isSame(last, gathered, dataDir));
    if (!unchanged && !dryRun) {
      const stored = await store(gathered, dataDir);
      added += stored.added;
      const title = await options.titleOf?.(session);
      const snapshot: Snapshot = {
        version: 1,
        archived: now().toISOString(),
        title,
        bundle: gathered.bundle,
        pieces: stored.pieces,
      };
      changes.create(snapshotFile(dataDir, session.sessionId, snapshot.archived), () => [
        snapshotBytes(snapshot),
      ]);
    }
    if (options.remove)
      planRemoval(await listBelongings(session, views), session.sessionId, changes, indexes);
    const bytes = gathered.bundle.files.reduce((sum, file) => sum + file.bytes, 0);
    archived.push({ sessionId: session.sessionId, bytes, files: gathered.sources.length, unchanged });
  }
  indexes.plan(changes);
  const bytes = archived.reduce((sum, one) => sum + one.bytes, 0);
  const report = await finishChanges(changes, { action: 'archive', sessionIds, bytes }, options);
  return { ...report, archived, added };
}

async function store(
  { bundle, sources }: GatheredBundle,
  dataDir: string,
): Promise<{ pieces: string[][]; added: number }> {
  const pieces: string[][] = [];
  let added = 0;
  for (const [n, source] of sources.entries()) {
    const isKept = async (stored: readonly string[]): Promise<boolean> =>
      (await stateOfPieces(stored, dataDir))?.sha256 === bundle.files[n]?.sha256;
    let stored = await storePieces(archiveFolder(dataDir), openByteSource(source));
    // A piece that was there already may have been spoiled since: the session itself still has it whole.
    if (!(await isKept(stored.pieces)))
      stored = await storePieces(archiveFolder(dataDir), openByteSource(source), { anew: true });
    // What is kept must be what was looked at: a client may have written in between.
    if (!(await isKept(stored.pieces))) throw damagedRefusal(source);
    pieces.push([...stored.pieces]);
    added += stored.added;
  }
  return { pieces, added };
}

/** Undefined where a piece is gone or is not what its name says. */
function stateOfPieces(pieces: readonly string[], dataDir: string): Promise<FileState | undefined> {
  return hashChunks(readPieces(archiveFolder(dataDir), pieces)).catch(() => undefined);
}

/** Whether every file of a snapshot can be brought back as it was. */
async function isSound({ bundle, pieces }: Snapshot, dataDir: string): Promise<boolean> {
  for (const [n, { sha256 }] of bundle.files.entries())
    if ((await stateOfPieces(pieces[n] ?? [], dataDir))?.sha256 !== sha256) return false;
  return true;
}

function newestBySession(snapshots: readonly SnapshotFile[]): Map<string, SnapshotFile> {
  return new Map(snapshots.map((snapshot) => [snapshot.bundle.sessionId, snapshot]));
}

async function isSame(last: SnapshotFile, { bundle }: GatheredBundle, dataDir: string): Promise<boolean> {
  const key = (one: typeof bundle): string =>
    JSON.stringify([
      one.project,
      one.files.map(({ role, path, sha256 }) => [role, path, sha256]),
      one.history,
    ]);
  return key(last.bundle) === key(bundle) && (await isSound(last, dataDir));
}

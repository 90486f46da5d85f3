// The published surface of the housekeeping layer (`clew/housekeeping`): keep, move, pack, scrub and remove sessions, and undo it.

export { diffVersions } from '../files/diff-versions.ts';
export { type FileAtTurn, filesAt } from '../files/files-at.ts';
export { type FileList, listFiles, type TouchedFile } from '../files/list-files.ts';
export { type SelectedVersion, selectVersion } from '../files/select-version.ts';
export type { FileVersion } from '../files/version-list.ts';
export {
  type ArchiveOptions,
  type ArchiveReport,
  archiveSessions,
  sweepArchive,
  verifyArchive,
} from './archive-sessions.ts';
export { listSnapshots, type SnapshotFile } from './archive-snapshot.ts';
export { type ChooseOptions, chooseSessions } from './choose-sessions.ts';
export type { HousekeepingOptions, HousekeepingReport } from './finish-changes.ts';
export { type Location, locateSession } from './locate-session.ts';
export { type PathMap, parsePathMap } from './map-paths.ts';
export { type DiskUse, measureHome, measureSession } from './measure-disk.ts';
export { type MoveOptions, type MoveReport, moveSessions } from './move-sessions.ts';
export { type PackOptions, type PackReport, packSessions } from './pack-sessions.ts';
export { type BackupPlace, readVersion } from './read-version.ts';
export type { Receipt } from './receipt.ts';
export { removeSessions } from './remove-sessions.ts';
export { type RestoreOptions, type RestoreReport, restoreSnapshots } from './restore-snapshots.ts';
export { type PlacedSecret, type SecretScan, scanSecrets } from './scan-secrets.ts';
export { type ScrubOptions, type ScrubReport, scrubSessions } from './scrub-sessions.ts';
export { type SlimReport, slimSessions } from './slim-sessions.ts';
export { findReceipt, type UndoReceiptOptions, undoReceipt } from './undo-receipt.ts';
export { type UnpackOptions, type UnpackReport, unpackSessions } from './unpack-sessions.ts';

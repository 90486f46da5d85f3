// Reads the content of a file's version: from the log, or from the client's backup of it [F3].
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSideFile } from '../disk/read-side-file.ts';
import type { FileVersion } from '../files/list-files.ts';

/** Where the backups of a session lie; undefined for a file outside any home. */
export interface BackupPlace {
  readonly home: string;
  readonly sessionId: string;
}

/** Null where there was no file; undefined where its content is known nowhere. */
export async function readVersion(
  version: FileVersion,
  place: BackupPlace | undefined,
): Promise<string | null | undefined> {
  if (version.source === 'absent') return null;
  if (version.content !== undefined) return version.content;
  const { backup } = version;
  // The name comes from the log: it must not lead out of the folder.
  if (backup === undefined || place === undefined || !/^[\w@.-]+$/.test(backup) || backup.startsWith('.'))
    return undefined;
  return readSideFile(join(folderOf(place), backup));
}

/** The names of the backups that are still there: the client clears them away after some weeks. */
export async function listBackups(place: BackupPlace | undefined): Promise<ReadonlySet<string>> {
  return new Set(place ? await readdir(folderOf(place)).catch(() => []) : []);
}

function folderOf({ home, sessionId }: BackupPlace): string {
  return join(home, 'file-history', sessionId);
}

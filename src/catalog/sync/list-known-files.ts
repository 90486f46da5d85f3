// Lists the session and agent files that the catalog knows, while no folder says that one came or went.
import { statPath } from '../../disk/stat-path.ts';
import type { Database } from '../sqlite/driver.ts';
import type { KnownFile } from './known-file.ts';
import { type LogFile, type LogListing, stampOf } from './log-file.ts';

/**
 * Undefined where the disk must be looked at. Asking for the times of known paths is several times quicker than listing
 * thousands of folders.
 */
export function listKnownFiles(
  database: Database,
  homes: readonly string[],
  known: readonly KnownFile[],
): LogListing | undefined {
  const row = database
    .prepare(
      `select json_group_array(json_array(path, home, stamp)) as rows from watched
       where home in (select value from json_each(?))`,
    )
    .get(JSON.stringify(homes));
  const watched = JSON.parse(String(row?.rows ?? '[]')) as [path: string, home: string, stamp: number][];
  const covered = new Set(watched.map(([, home]) => home));
  if (homes.some((home) => !covered.has(home))) return undefined;
  for (const [path, , stamp] of watched) if (stampAt(path) !== stamp) return undefined;
  const files: LogFile[] = [];
  for (const { path, home, slug, sessionId, agentId, folder, metaFile, gone } of known) {
    if (gone) continue;
    const found = statPath(path);
    if (!found?.isFile() || found.size === 0) return undefined;
    const { size: bytes, mtimeMs: modified } = found;
    files.push({ path, home, slug, sessionId, agentId, folder, metaFile, bytes, modified });
  }
  return { files, watched: new Map(), fromCatalog: true, unreadable: [], problems: [] };
}

/** 0 where there is nothing: that something comes is a change, too. */
export function stampAt(path: string): number {
  return stampOf(statPath(path)?.mtimeMs ?? 0);
}

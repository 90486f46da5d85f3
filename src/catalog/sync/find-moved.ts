// Finds the files that are no longer where the catalog has them: moved elsewhere, or gone.
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { statPath } from '../../disk/stat-path.ts';
import type { Database } from '../sqlite/driver.ts';
import { sameEnds } from './fingerprint.ts';
import { fingerprintOf, type KnownFile } from './known-file.ts';
import { type LogFile, type LogListing, stampOf } from './log-file.ts';
import type { SyncPlan } from './plan-sync.ts';

/** A file that vanished in one place and is found in another with the same size, time, head and tail was moved; `known` is told. */
export function findMoved(
  database: Database,
  listing: LogListing,
  known: Map<string, KnownFile>,
): Pick<SyncPlan, 'moved' | 'gone'> {
  const there = new Set(listing.files.map((file) => file.path));
  const unreadable = new Set(listing.unreadable);
  const missing = [...known.values()].filter(
    (row) =>
      !row.gone &&
      !there.has(row.path) &&
      !isBelow(row.path, unreadable) &&
      // Another process may have found it after we listed.
      !statPath(row.path)?.size,
  );
  const bySize = new Map(missing.map((row) => [`${row.textsBytes} ${row.textsStamp}`, row]));
  const moved: { id: number; file: LogFile }[] = [];
  for (const file of listing.files) {
    const row = known.has(file.path) ? undefined : bySize.get(`${file.bytes} ${stampOf(file.modified)}`);
    if (!row || !hasSameEnds(database, row, file)) continue;
    moved.push({ id: row.id, file });
    known.delete(row.path);
    // Its digest names the path, and is read again; its texts are there.
    known.set(file.path, { ...row, path: file.path, digestBytes: undefined });
    bySize.delete(`${file.bytes} ${stampOf(file.modified)}`);
  }
  const ids = new Set(moved.map(({ id }) => id));
  return { moved, gone: missing.filter((row) => !ids.has(row.id)) };
}

function hasSameEnds(database: Database, row: KnownFile, file: LogFile): boolean {
  const kept = database.prepare('select * from file where id = ?').get(row.id);
  if (!kept || Number(kept.offset) === 0) return false;
  // An agent's texts carry its name.
  if ((kept.agent_id ?? undefined) !== file.agentId) return false;
  let handle: number | undefined;
  try {
    handle = openSync(file.path, 'r');
    return sameEnds(handle, fingerprintOf(kept));
  } catch {
    return false;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Whether a path lies in a folder that could not be read. */
function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  for (let up = path; ; up = dirname(up)) {
    if (folders.has(up)) return true;
    if (dirname(up) === up) return false;
  }
}

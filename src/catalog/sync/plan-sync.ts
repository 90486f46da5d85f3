// Compares what lies on the disk with what the catalog has, and says what must be read, moved and let go.
import { closeSync, openSync, statSync } from 'node:fs';
import type { Database } from '../sqlite/driver.ts';
import { sameEnds } from './fingerprint.ts';
import {
  fingerprintOf,
  hasDigest,
  hasTexts,
  type KnownFile,
  readTextMark,
  surroundingsOf,
} from './known-file.ts';
import { isBelow } from './list-log-files.ts';
import { type LogFile, type LogListing, stampOf } from './log-file.ts';
import { type ReadJob, START } from './read-job.ts';

/** `digests`: what lists and sums want. `texts`: what a search wants. */
export type SyncPart = 'digests' | 'texts';

export interface PlannedJob {
  readonly job: ReadJob;
  readonly surroundings: string;
}

export interface SyncPlan {
  readonly jobs: readonly PlannedJob[];
  readonly moved: readonly { readonly id: number; readonly file: LogFile }[];
  readonly gone: readonly KnownFile[];
  /** Files of which only the listing changed: a folder or a meta file came. */
  readonly touched: readonly LogFile[];
}

export function planSync(
  database: Database,
  listing: LogListing,
  files: readonly KnownFile[],
  parts: ReadonlySet<SyncPart>,
): SyncPlan {
  const known = new Map(files.map((file) => [file.path, file]));
  const { moved, gone } = findMoved(database, listing, known);
  let agents: Map<string, LogFile[]> | undefined;
  const ownAgents = (file: LogFile): readonly LogFile[] => {
    if (file.agentId !== undefined) return [];
    agents ??= agentsBySession(listing.files);
    return agents.get(ownerKey(file)) ?? [];
  };
  const jobs: PlannedJob[] = [];
  const touched: LogFile[] = [];
  for (const file of listing.files) {
    const row = known.get(file.path);
    // While the catalog's own list holds, no agent came and no title changed.
    const surroundings =
      (listing.fromCatalog ? row?.digestAgents : undefined) ?? surroundingsOf(file, ownAgents(file));
    const needsTexts = parts.has('texts') && !hasTexts(row, file);
    const needsDigest = parts.has('digests') && !hasDigest(row, file, surroundings);
    if (needsTexts || needsDigest) {
      const texts = needsTexts ? (row ? readTextMark(database, row.id) : START) : undefined;
      const digest = needsDigest ? { agents: ownAgents(file) } : undefined;
      jobs.push({ job: { file, texts, digest }, surroundings });
    } else if (row && isTouched(row, file)) touched.push(file);
  }
  return { jobs, moved, gone, touched };
}

function isTouched(row: KnownFile, file: LogFile): boolean {
  return (
    row.gone ||
    row.folder !== file.folder ||
    row.metaFile !== file.metaFile ||
    row.sessionId !== file.sessionId
  );
}

function agentsBySession(files: readonly LogFile[]): Map<string, LogFile[]> {
  const agents = new Map<string, LogFile[]>();
  const keys = new Map<string | undefined, string>();
  for (const file of files) {
    if (file.agentId !== undefined) continue;
    agents.set(ownerKey(file), []);
    if (!keys.has(file.sessionId)) keys.set(file.sessionId, ownerKey(file));
  }
  for (const file of files) {
    if (file.agentId === undefined) continue;
    // A session may have moved to another project and left its agents behind.
    (agents.get(ownerKey(file)) ?? agents.get(keys.get(file.sessionId) ?? ''))?.push(file);
  }
  return agents;
}

function ownerKey({ home, slug, sessionId }: LogFile): string {
  return `${home}\n${slug}\n${sessionId}`;
}

/** A file that vanished in one place and is found in another with the same size, time, head and tail was moved. */
function findMoved(
  database: Database,
  listing: LogListing,
  known: Map<string, KnownFile>,
): Pick<SyncPlan, 'moved' | 'gone'> {
  // While the catalog's own list holds, nothing came and nothing went.
  if (listing.fromCatalog) return { moved: [], gone: [] };
  const there = new Set(listing.files.map((file) => file.path));
  const unreadable = new Set(listing.unreadable);
  const missing = [...known.values()].filter(
    (row) =>
      !row.gone &&
      !there.has(row.path) &&
      !isBelow(row.path, unreadable) &&
      // Another process may have found it after we listed.
      !statSync(row.path, { throwIfNoEntry: false })?.size,
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

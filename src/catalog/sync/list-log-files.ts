// Lists the session and agent files of some homes: from the catalog's own list while no folder changed, else from the disk.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentFile } from '../../disk/agent-file.ts';
import { assignAgents } from '../../disk/assign-agents.ts';
import { findSessions, type SessionListing } from '../../disk/find-sessions.ts';
import type { Database } from '../sqlite/driver.ts';
import type { KnownFile } from './known-file.ts';
import {
  type LogFile,
  type LogListing,
  ofAgent,
  ofSession,
  stampOf,
  titleFileOf,
  type WatchedPath,
} from './log-file.ts';

export async function listLogFiles(
  database: Database,
  homes: readonly string[],
  known: readonly KnownFile[],
): Promise<LogListing> {
  return listFromCatalog(database, homes, known) ?? (await listFromDisk(homes, known));
}

/** A folder that changed this shortly before it was listed may change again within the same tick of its clock. */
const UNSURE_MS = 2000;

// Asking for the times of known paths is several times quicker than listing thousands of folders.
function listFromCatalog(
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
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found?.isFile() || found.size === 0) return undefined;
    const { size: bytes, mtimeMs: modified } = found;
    files.push({ path, home, slug, sessionId, agentId, folder, metaFile, bytes, modified });
  }
  return { files, watched: new Map(), fromCatalog: true, unreadable: [], problems: [] };
}

async function listFromDisk(homes: readonly string[], known: readonly KnownFile[]): Promise<LogListing> {
  const started = Date.now();
  const found = await findSessions(homes);
  // Times first: what changes while the rest is done must be seen as a change the next time.
  const watched = watchPaths(found, homes, started);
  const listing = await assignAgents({
    ...found,
    looseAgents: recallOwners(known, found.looseAgents),
  });
  const agents = [...listing.sessions, ...listing.orphans].flatMap((owner) => owner.agents);
  return {
    files: [...listing.sessions.map(ofSession), ...[...agents, ...listing.looseAgents].map(ofAgent)],
    watched,
    fromCatalog: false,
    unreadable: found.problems.map(({ path }) => path),
    problems: found.problems.map(({ message }) => message),
  };
}

// Whose a flat agent is stands in its content: it was read once, and does not change.
function recallOwners(known: readonly KnownFile[], agents: readonly AgentFile[]): AgentFile[] {
  const owners = new Map(known.map((file) => [file.path, file.sessionId]));
  return agents.map((agent) => {
    const sessionId = owners.get(agent.file);
    return sessionId === undefined ? agent : { ...agent, sessionId };
  });
}

function watchPaths(
  listing: SessionListing,
  homes: readonly string[],
  now: number,
): Map<string, WatchedPath> {
  const watched = new Map<string, WatchedPath>();
  const watch = (path: string, home: string) => {
    if (watched.has(path)) return;
    const stamp = stampAt(path);
    watched.set(path, { home, stamp: stamp > stampOf(now - UNSURE_MS) ? -1 : stamp });
  };
  for (const home of homes) watch(join(home, 'projects'), home);
  for (const { folder, home } of listing.projects) watch(folder, home);
  for (const { folder, home } of [...listing.sessions, ...listing.orphans]) {
    if (folder === undefined) continue;
    watch(folder, home);
    // That one is made changes the folder; that it is written anew does not.
    if (stampAt(titleFileOf(folder)) !== 0) watch(titleFileOf(folder), home);
    for (const inside of foldersBelow(join(folder, 'subagents'))) watch(inside, home);
  }
  // A file that is empty counts as nothing, until it is written to.
  for (const file of listing.emptyFiles) watch(file, homes.find((home) => file.startsWith(home)) ?? '');
  return watched;
}

function foldersBelow(folder: string): string[] {
  const found: string[] = [];
  const left = [folder];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    try {
      for (const entry of readdirSync(next, { withFileTypes: true })) {
        if (entry.isDirectory()) left.push(join(next, entry.name));
      }
      found.push(next);
    } catch {
      // Most sessions have no agents; a folder that cannot be listed is a problem that the listing tells of.
    }
  }
  return found;
}

/** 0 where there is nothing: that something comes is a change, too. */
function stampAt(path: string): number {
  try {
    return stampOf(statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  } catch {
    return 0;
  }
}

/** Whether a path lies in a folder that could not be read. */
export function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  for (let up = path; ; up = dirname(up)) {
    if (folders.has(up)) return true;
    if (dirname(up) === up) return false;
  }
}

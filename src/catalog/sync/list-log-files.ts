// Lists the session and agent files of some homes from the disk, with what tells whether the list still holds.
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { AgentFile } from '../../disk/agent-file.ts';
import { assignAgents } from '../../disk/assign-agents.ts';
import { findSessions, type SessionListing } from '../../disk/find-sessions.ts';
import type { KnownFile } from './known-file.ts';
import { stampAt } from './list-known-files.ts';
import { type LogListing, ofAgent, ofSession, stampOf, titleFileOf, type WatchedPath } from './log-file.ts';

/** `known` spares reading whose a flat agent is. */
export async function listLogFiles(
  homes: readonly string[],
  known: readonly KnownFile[],
): Promise<LogListing> {
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

/** A folder that changed this shortly before it was listed may change again within the same tick of its clock. */
const UNSURE_MS = 2000;

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
  for (const file of listing.emptyFiles)
    watch(file, homes.find((home) => file.startsWith(join(home, 'projects', sep))) ?? '');
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

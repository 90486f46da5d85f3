// Checks session files: one that was selected, or all of some homes.
import type { Worker } from 'node:worker_threads';
import { quoteWord } from '../base/quote-word.ts';
import { UUID } from '../base/uuid.ts';
import { type CheckedSession, examineSession } from '../check/checked-session.ts';
import { assignAgents, findAgents } from '../disk/assign-agents.ts';
import { findSessions, type SessionListing } from '../disk/find-sessions.ts';
import type { DiskProblem } from '../disk/list-folder.ts';
import type { Selection } from '../disk/select-session.ts';
import { type ExaminedSession, examineOneSession, type FileCheck, toFileCheck } from './check-one-session.ts';
import { checkInParallel, type HomeFile, startThreads } from './check-pool.ts';
import { checkStrays } from './check-strays.ts';
import { SurroundingsReader } from './check-surroundings.ts';
import { isAgentLine } from './open-session.ts';
import { readLines } from './read-lines.ts';

/** Reads a selected session and works out what the rules look at. */
export async function examineSelection(selection: Selection, now: number): Promise<CheckedSession> {
  return (await examineFiles(selection, now)).checked;
}

/** Checks a session that was selected, with its agents and what lies around it. */
export async function checkSelection(selection: Selection, now: number): Promise<FileCheck> {
  return toFileCheck(selection.file, await examineFiles(selection, now));
}

async function examineFiles(selection: Selection, now: number): Promise<ExaminedSession> {
  const reader = new SurroundingsReader(now);
  if (selection.kind === 'session') {
    const agents = await findAgents(selection.session);
    return examineOneSession({ ...selection.session, agents }, reader);
  }
  const lines = await readLines(selection.file);
  const isAgent = selection.kind === 'agent' || lines.some(isAgentLine);
  const named = selection.kind === 'loose' && UUID.test(selection.sessionId);
  const checked = examineSession({
    sessionId: named ? selection.sessionId : undefined,
    selector: quoteWord(selection.file),
    kind: isAgent ? 'agent' : 'main',
    lines,
    surroundings: await reader.aroundFile(selection.file),
  });
  return { checked, agents: [] };
}

/** The sessions of some homes, checked one after another. */
export interface HomesCheck {
  /** How many bytes of session files will be read, for whoever shows progress. */
  readonly bytes: number;
  readonly sessions: number;
  readonly problems: readonly DiskProblem[];
  /** Sessions by path, then files that belong to none. */
  readonly files: AsyncIterable<HomeFile>;
}

/** Checks all sessions of some homes, on as many threads as are worth it. */
export async function checkHomes(homes: readonly string[], now: number): Promise<HomesCheck> {
  const found = await findSessions(homes);
  const threads = startThreads(found.sessions);
  const listing = await assignAgents(found);
  const sessions = [...listing.sessions].sort((a, b) => (a.file < b.file ? -1 : 1));
  return {
    bytes: sessions.reduce((sum, { bytes }) => sum + bytes, 0),
    sessions: sessions.length,
    problems: listing.problems,
    files: checkListed({ ...listing, sessions }, now, threads),
  };
}

async function* checkListed(
  listing: SessionListing,
  now: number,
  threads: readonly Worker[],
): AsyncGenerator<HomeFile> {
  yield* checkInParallel(listing.sessions, now, threads);
  for (const check of await checkStrays(listing, new SurroundingsReader(now), now))
    yield { check, refusal: undefined, bytes: 0 };
}

// Checks session files: one that was selected, or all of some homes, one after another, so that only one is in memory.
import { Refusal } from '../base/refusal.ts';
import { checkExamined, type SessionCheck } from '../check/check-session.ts';
import { type CheckedSession, examineSession, type Surroundings } from '../check/checked-session.ts';
import type { AgentFile } from '../disk/agent-file.ts';
import { assignAgents, findAgents } from '../disk/assign-agents.ts';
import { findSessions, type SessionListing } from '../disk/find-sessions.ts';
import type { DiskProblem } from '../disk/list-folder.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { cleanName } from '../disk/quote-name.ts';
import type { Selection } from '../disk/select-session.ts';
import type { Line } from '../log/line.ts';
import type { AgentThread } from '../session/agents.ts';
import { checkStrays } from './check-strays.ts';
import { SurroundingsReader } from './check-surroundings.ts';
import { readLines, readMeta } from './read-lines.ts';

export interface FileCheck extends SessionCheck {
  readonly file: string;
  readonly sessionId: string | undefined;
  /** Not a session: an empty file, a folder or agent left alone, an index. */
  readonly stray: boolean;
}

/** Reads a selected session and works out what the rules look at. */
export async function examineSelection(selection: Selection, now: number): Promise<CheckedSession> {
  const reader = new SurroundingsReader(now);
  if (selection.kind === 'session') {
    const agents = await findAgents(selection.session);
    return examine({ ...selection.session, agents }, await reader.around(selection.session));
  }
  const lines = await readLines(selection.file);
  const isAgent = selection.kind === 'agent' || lines.some(isAgentLine);
  const named = selection.kind === 'loose' && UUID.test(selection.sessionId);
  return examineSession({
    sessionId: named ? selection.sessionId : undefined,
    selector: quoteSelector(selection.file),
    kind: isAgent ? 'agent' : 'main',
    lines,
    surroundings: await reader.aroundFile(selection.file),
  });
}

export async function checkSelection(selection: Selection, now: number): Promise<FileCheck> {
  const checked = await examineSelection(selection, now);
  return { file: selection.file, sessionId: checked.sessionId, stray: false, ...checkExamined(checked) };
}

export interface HomesCheck {
  /** How many bytes of session files will be read, for whoever shows progress. */
  readonly bytes: number;
  readonly sessions: number;
  readonly problems: readonly DiskProblem[];
  /** Sessions by path, then files that belong to none; a file that vanishes meanwhile is left out. */
  readonly files: AsyncIterable<HomeFile>;
}

export interface HomeFile {
  /** Undefined where the file could not be read: `refusal` says why. */
  readonly check: FileCheck | undefined;
  readonly refusal: Refusal | undefined;
  readonly bytes: number;
}

export async function checkHomes(homes: readonly string[], now: number): Promise<HomesCheck> {
  const listing = await assignAgents(await findSessions(homes));
  const sessions = [...listing.sessions].sort((a, b) => (a.file < b.file ? -1 : 1));
  return {
    bytes: sessions.reduce((sum, { bytes }) => sum + bytes, 0),
    sessions: sessions.length,
    problems: listing.problems,
    files: checkListed(sessions, listing, now),
  };
}

async function* checkListed(
  sessions: readonly SessionFile[],
  listing: SessionListing,
  now: number,
): AsyncGenerator<HomeFile> {
  const reader = new SurroundingsReader(now);
  for (const session of sessions) {
    const { file, sessionId, bytes } = session;
    try {
      const checked = await examine(session, await reader.around(session));
      yield {
        check: { file, sessionId, stray: false, ...checkExamined(checked) },
        refusal: undefined,
        bytes,
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      yield { check: undefined, refusal: error, bytes };
    }
  }
  for (const check of await checkStrays(listing, reader)) yield { check, refusal: undefined, bytes: 0 };
}

async function examine(session: SessionFile, surroundings: Surroundings): Promise<CheckedSession> {
  const lines = await readLines(session.file);
  const agents: AgentThread[] = [];
  for (const agent of session.agents) {
    const thread = await readAgent(agent);
    if (thread) agents.push(thread);
  }
  const { sessionId } = session;
  const selector = UUID.test(sessionId) ? sessionId.slice(0, 8) : quoteSelector(session.file);
  return examineSession({
    sessionId: UUID.test(sessionId) ? sessionId : undefined,
    selector,
    kind: 'main',
    lines,
    agents,
    surroundings,
  });
}

async function readAgent(agent: AgentFile): Promise<AgentThread | undefined> {
  try {
    const entries = (await readLines(agent.file)).filter((line) => line.kind === 'entry');
    return { agentId: agent.agentId, file: agent.file, entries, meta: await readMeta(agent.metaFile) };
  } catch (error) {
    // An agent's file that vanished or is closed to us counts as missing.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A path as a shell takes it. */
function quoteSelector(file: string): string {
  const clean = cleanName(file);
  return /^[\w./~@%+=:,-]+$/.test(clean) ? clean : `'${clean.replaceAll("'", `'\\''`)}'`;
}

// In an agent's own file every linked line names the agent; inside a main file sidechain lines do not.
function isAgentLine(line: Line): boolean {
  return line.kind === 'entry' && line.value.isSidechain === true && typeof line.value.agentId === 'string';
}

// Finds the sessions that flat agent files belong to, from the sessionId in their first entries [F2].
import { Refusal } from '../base/refusal.ts';
import { sessionIdOf } from '../log/fields.ts';
import type { AgentFile } from './agent-file.ts';
import { findSessionsAround, type SessionListing } from './find-sessions.ts';
import { mapLimited } from './list-folder.ts';
import type { SessionFile } from './list-project.ts';
import { readLogFile } from './read-file.ts';

/** Lines looked at before giving up: the client writes the id on every line, so only damage makes this matter. */
const MAX_LINES = 20;

/** The session an agent file names, or undefined where it names none or cannot be read. Reads the file's head only. */
export async function readAgentSessionId(file: string): Promise<string | undefined> {
  let lines = 0;
  try {
    for await (const line of readLogFile(file, { chunkBytes: 1 << 14 })) {
      const sessionId = line.kind === 'entry' ? sessionIdOf(line) : undefined;
      if (sessionId) return sessionId;
      if (++lines === MAX_LINES) return undefined;
    }
  } catch (error) {
    // The file vanished or is closed to us: it stays an agent without a session.
    if (!(error instanceof Refusal)) throw error;
  }
  return undefined;
}

/**
 * The listing with each flat agent under its session. Those whose session file is not there stay in `looseAgents`,
 * now with the `sessionId` they name.
 */
export async function assignAgents(listing: SessionListing): Promise<SessionListing> {
  const agents = await mapLimited(listing.looseAgents, async (agent): Promise<AgentFile> => {
    const sessionId = agent.sessionId ?? (await readAgentSessionId(agent.file));
    return { ...agent, sessionId };
  });
  const owners = new Map<string, SessionFile>();
  for (const session of listing.sessions) {
    owners.set(ownerKey(session), session);
    // A session may have moved to another project and left its agents behind: the first of that name will do.
    if (!owners.has(session.sessionId)) owners.set(session.sessionId, session);
  }
  const byOwner = new Map<SessionFile, AgentFile[]>();
  const looseAgents: AgentFile[] = [];
  for (const agent of agents) {
    const { home, project, sessionId } = agent;
    const owner =
      sessionId === undefined
        ? undefined
        : (owners.get(ownerKey({ home, project, sessionId })) ?? owners.get(sessionId));
    if (!owner) {
      looseAgents.push(agent);
      continue;
    }
    const own = byOwner.get(owner);
    if (own) own.push(agent);
    else byOwner.set(owner, [agent]);
  }
  const sessions = listing.sessions.map((session) => {
    const own = byOwner.get(session);
    return own ? { ...session, agents: [...session.agents, ...own] } : session;
  });
  return { ...listing, sessions, looseAgents };
}

/** All agents of one session, the flat ones beside it included, as they are on disk now. */
export async function findAgents(session: SessionFile): Promise<readonly AgentFile[]> {
  const around = await findSessionsAround(session.file);
  const assigned = around ? await assignAgents(around) : undefined;
  return assigned?.sessions.find((one) => one.file === session.file)?.agents ?? session.agents;
}

function ownerKey(session: Pick<SessionFile, 'home' | 'project' | 'sessionId'>): string {
  return JSON.stringify([session.home, session.project, session.sessionId]);
}

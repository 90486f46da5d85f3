// Finds the sessions that a housekeeping command is about: those that were named, or all that are older than a time.
import { groupBy } from '../base/group-by.ts';
import { Refusal } from '../base/refusal.ts';
import { assignAgents, findAgents } from '../disk/assign-agents.ts';
import { findSessions } from '../disk/find-sessions.ts';
import type { SessionFile } from '../disk/list-project.ts';
import type { Machine } from '../disk/machine.ts';
import { quoteName } from '../disk/quote-name.ts';
import { selectSession } from '../disk/select-session.ts';

/** Where to look for the sessions that were named. */
export interface ChooseOptions {
  readonly homes: readonly string[];
  readonly machine: Machine;
}

/** Each once, in the order they were named. */
export async function chooseSessions(
  selectors: readonly string[],
  { homes, machine }: ChooseOptions,
): Promise<SessionFile[]> {
  if (selectors.length === 0) {
    throw new Refusal(
      'empty-selector',
      'No session was named.',
      'Give an id, a path, `latest` or `project:name`.',
    );
  }
  const listing = await assignAgents(await findSessions(homes));
  const chosen = new Map<string, SessionFile>();
  for (const selector of selectors) {
    const selection = await selectSession(selector, { homes, machine, listing });
    if (selection.kind === 'session') {
      // A path is looked up by itself, without the agents beside it.
      const known = listing.sessions.find(({ file }) => file === selection.file);
      const session = known ?? { ...selection.session, agents: await findAgents(selection.session) };
      chosen.set(selection.file, session);
    } else if (selection.kind === 'agent') {
      throw new Refusal(
        'is-an-agent',
        `${quoteName(selector)} is an agent: it belongs to a session and goes with it.`,
        selection.agent.sessionId === undefined ? undefined : `Its session is ${selection.agent.sessionId}.`,
      );
    } else {
      throw new Refusal(
        'not-in-a-home',
        `${quoteName(selector)} is no session in a home, or an empty one.`,
        'Name a home with --home; `clew ls` lists the sessions.',
      );
    }
  }
  return [...chosen.values()];
}

/** All sessions of the homes last written before a time (milliseconds), the oldest first. */
export async function sessionsBefore(homes: readonly string[], before: number): Promise<SessionFile[]> {
  const { sessions } = await assignAgents(await findSessions(homes));
  return sessions.filter(({ modified }) => modified < before).sort((a, b) => a.modified - b.modified);
}

/** All sessions in the project folders of these, each once; a home is listed once for all of them. */
export async function sessionsBeside(named: readonly SessionFile[]): Promise<SessionFile[]> {
  const listed = new Map<string, ReadonlyMap<string, readonly SessionFile[]>>();
  for (const home of new Set(named.map((session) => session.home))) {
    const { sessions } = await assignAgents(await findSessions([home]));
    listed.set(
      home,
      groupBy(sessions, ({ project }) => project),
    );
  }
  const folders = new Set(named.map(({ home, project }) => listed.get(home)?.get(project) ?? []));
  return [...folders].flat();
}

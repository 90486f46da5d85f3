// Resolves what a person typed to one session or agent file: an id, a unique prefix, a path, `latest` or `project:name`.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import type { AgentFile } from './agent-file.ts';
import { readAgentSessionId } from './assign-agents.ts';
import { findSessions, findSessionsAround, type SessionListing } from './find-sessions.ts';
import type { SessionFile } from './list-project.ts';
import { type Machine, resolvePath } from './machine.ts';
import { quoteName } from './quote-name.ts';
import { noSessionsRefusal, severalRefusal, unknownRefusal } from './refuse-selector.ts';
import { selectLatest } from './select-latest.ts';
import { selectProject } from './select-project.ts';
import { directoryRefusal, readRefusal } from './system-error.ts';

/** The file that was named: a session, an agent, or one outside any home. */
export type Selection =
  | { readonly kind: 'session'; readonly file: string; readonly session: SessionFile }
  | { readonly kind: 'agent'; readonly file: string; readonly agent: AgentFile }
  /** A file that is in no home, or empty: all that is known is its name. */
  | { readonly kind: 'loose'; readonly file: string; readonly sessionId: string };

/** The session that it is, or is of; undefined for an agent whose session is not known. */
export function sessionIdOf(selection: Selection): string | undefined {
  if (selection.kind === 'session') return selection.session.sessionId;
  return selection.kind === 'agent' ? selection.agent.sessionId : selection.sessionId;
}

/** Where to look for what was named. */
export interface SelectOptions {
  readonly homes: readonly string[];
  readonly machine: Machine;
  /** What the homes hold, where the caller has listed it already; a path needs no listing at all. */
  readonly listing?: SessionListing;
}

/** Throws a Refusal that says what to type instead when nothing, or more than one thing, fits. */
export async function selectSession(selector: string, options: SelectOptions): Promise<Selection> {
  const { machine } = options;
  if (selector.trim() === '') {
    throw new Refusal(
      'empty-selector',
      'No session was named.',
      'Give an id, a path, `latest` or `project:name`.',
    );
  }
  if (looksLikePath(selector)) return selectPath(resolvePath(selector, machine));
  const listing = options.listing ?? (await findSessions(options.homes));
  if (selector === 'latest')
    return ofSession((await selectLatest(listing.sessions)) ?? refuse(noSessionsRefusal(options.homes)));
  if (selector.startsWith('project:')) {
    const name = selector.slice('project:'.length);
    return ofSession(await selectProject(name, listing, options.homes, machine));
  }
  const found = await selectId(selector, listing);
  if (found) return found;
  // A bare word may still be a file or folder in the working directory.
  const path = resolvePath(selector, machine);
  const there = await stat(path).catch(() => undefined);
  if (there) return selectPath(path);
  throw unknownRefusal(selector, listing, options.homes);
}

function looksLikePath(selector: string): boolean {
  if (selector.startsWith('project:')) return false;
  return /[/\\]/.test(selector) || selector.endsWith('.jsonl') || /^(?:\.{1,2}|~)$/.test(selector);
}

async function selectPath(file: string): Promise<Selection> {
  try {
    if ((await stat(file)).isDirectory()) throw directoryRefusal(file);
  } catch (error) {
    throw readRefusal(file, error);
  }
  const listing = await findSessionsAround(file);
  const session = listing?.sessions.find((one) => one.file === file);
  if (session) return ofSession(session);
  const agent = listing && agentsOf(listing).find((one) => one.file === file);
  return agent ? ofAgent(agent) : { kind: 'loose', file, sessionId: basename(file).replace(/\.jsonl$/, '') };
}

async function selectId(selector: string, listing: SessionListing): Promise<Selection | undefined> {
  const { sessions } = listing;
  const id = selector.toLowerCase();
  const agentId = id.replace(/^agent-/, '');
  const agents = agentsOf(listing);
  const agentsFirst = id !== agentId;
  // A session's whole id beats a whole agent id, which beats the beginning of either: each step is tried only if
  // the ones before it fit nothing.
  const steps: readonly (() => readonly (SessionFile | AgentFile)[])[] = [
    () => sessions.filter((one) => one.sessionId.toLowerCase() === id),
    () => agents.filter((one) => one.agentId.toLowerCase() === agentId),
    () => (agentsFirst ? [] : sessions.filter((one) => one.sessionId.toLowerCase().startsWith(id))),
    () => agents.filter((one) => one.agentId.toLowerCase().startsWith(agentId)),
  ];
  for (const step of steps) {
    const fitting = step();
    const [first, second] = fitting;
    if (second) throw severalRefusal(selector, fitting);
    if (first) return 'agentId' in first ? ofAgent(first) : ofSession(first);
  }
  const empty = listing.emptyFiles.find((file) => basename(file).toLowerCase() === `${id}.jsonl`);
  if (empty !== undefined) return { kind: 'loose', file: empty, sessionId: basename(empty, '.jsonl') };
  const orphan = listing.orphans.find((one) => one.sessionId.toLowerCase() === id);
  if (!orphan) return undefined;
  throw new Refusal(
    'session-file-missing',
    `The file of session ${quoteName(orphan.sessionId)} is gone; only its folder is left.`,
    `Its agents and tool results are in ${quoteName(orphan.folder)}.`,
  );
}

function agentsOf(listing: SessionListing): AgentFile[] {
  return [
    ...listing.sessions.flatMap((session) => session.agents),
    ...listing.orphans.flatMap((orphan) => orphan.agents),
    ...listing.looseAgents,
  ];
}

function ofSession(session: SessionFile): Selection {
  return { kind: 'session', file: session.file, session };
}

async function ofAgent(agent: AgentFile): Promise<Selection> {
  const sessionId = agent.sessionId ?? (await readAgentSessionId(agent.file));
  return { kind: 'agent', file: agent.file, agent: { ...agent, sessionId } };
}

function refuse(refusal: Refusal): never {
  throw refusal;
}

// Opens a session from its files: the main thread and each agent's thread, built into the model.
import type { JsonObject } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import type { AgentFile } from '../disk/agent-file.ts';
import { findAgents } from '../disk/assign-agents.ts';
import type { DiskProblem } from '../disk/list-folder.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { type Selection, sessionIdOf } from '../disk/select-session.ts';
import type { Line } from '../log/line.ts';
import type { CollectOptions } from '../log/read-log.ts';
import { type AgentThread, type AgentTree, linkAgents } from '../session/agents.ts';
import { buildThread, type Thread } from '../session/session.ts';
import { readLines, readMeta } from './read-lines.ts';

/** An agent of an open session. */
export interface OpenAgent {
  readonly agentId: string;
  readonly file: string;
  /** The content of `agent-<id>.meta.json`, where there is one that can be read. */
  readonly meta: JsonObject | undefined;
  readonly thread: Thread;
}

/** A session's own file, read. */
export interface OpenThread {
  readonly sessionId: string;
  readonly file: string;
  readonly thread: Thread;
}

/** A session read whole: its main thread and its agents. */
export interface OpenSession extends OpenThread {
  /** In order of their first entries. Empty for an agent's own file, and for a file outside any home. */
  readonly agents: readonly OpenAgent[];
  /** Agents' files that cannot be read, where there are any: their agents count as missing. */
  readonly problems?: readonly DiskProblem[];
}

/** The agents of a session that can be read, and what is wrong with the files of the others. */
export interface OpenAgents {
  /** In order of their first entries. */
  readonly agents: readonly OpenAgent[];
  readonly problems: readonly DiskProblem[];
}

/** Reads a selected session whole. An agent's own file opens as a session of its own. */
export async function openSession(selection: Selection, options?: CollectOptions): Promise<OpenSession> {
  const { sessionId, file, thread } = await openThread(selection, options);
  if (selection.kind !== 'session') return { sessionId, file, thread, agents: [] };
  return { sessionId, file, thread, ...(await openAgents(selection.session, options)) };
}

/** The same without the agents, for questions that they have no part in. */
export async function openThread(selection: Selection, options?: CollectOptions): Promise<OpenThread> {
  const { file } = selection;
  const lines = await readLines(file, options);
  const sessionId = sessionIdOf(selection) ?? '';
  const isAgent = selection.kind === 'agent' || (selection.kind === 'loose' && lines.some(isAgentLine));
  return { sessionId, file, thread: buildThread(lines, isAgent ? 'agent' : 'main') };
}

/** Which call made which agent. */
export function linkOpenAgents({ thread, agents }: OpenSession): AgentTree {
  return linkAgents(thread, agentThreads(agents));
}

/** The agents as the model takes them. */
export function agentThreads(agents: readonly OpenAgent[]): AgentThread[] {
  return agents.map(({ agentId, file, meta, thread }) => ({ agentId, file, meta, entries: thread.entries }));
}

/** A file that vanished or is closed to us is a problem of its agent, not of the session. */
export async function openAgents(session: SessionFile, options?: CollectOptions): Promise<OpenAgents> {
  const problems: DiskProblem[] = [];
  const opened = await Promise.all(
    (await findAgents(session)).map((agent) =>
      openAgent(agent, options).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        const message = `${error.message} Its agent counts as missing.`;
        problems.push({ rule: 'F2', severity: 'warning', path: agent.file, message });
      }),
    ),
  );
  const agents = opened.filter((agent) => agent !== undefined);
  return {
    agents: agents.sort((a, b) => firstTime(a.thread).localeCompare(firstTime(b.thread))),
    problems: problems.sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

async function openAgent(agent: AgentFile, options?: CollectOptions): Promise<OpenAgent> {
  const [lines, meta] = await Promise.all([readLines(agent.file, options), readMeta(agent.metaFile)]);
  return { agentId: agent.agentId, file: agent.file, meta, thread: buildThread(lines, 'agent') };
}

// In an agent's own file every linked line names the agent; inside a main file sidechain lines do not.
export function isAgentLine(line: Line): boolean {
  return line.kind === 'entry' && line.value.isSidechain === true && typeof line.value.agentId === 'string';
}

function firstTime(thread: Thread): string {
  return thread.branches[0]?.firstTime ?? '';
}

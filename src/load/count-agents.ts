// Counts the agents that worked for a session: those with files, those inside the main file, those known from progress only.
import { objectField, stringField } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import type { AgentFile } from '../disk/agent-file.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { readLogFile } from '../disk/read-file.ts';
import type { Entry } from '../log/line.ts';
import { internalKind } from '../session/internal-agent.ts';
import type { Thread } from '../session/session.ts';
import { userKind } from '../session/user-kind.ts';
import { HEAD_LINES } from '../stats/usage-record.ts';

/** Agents that the client started for itself [F4] do not count. Reads only the heads of the agents' files. */
export async function countAgents(session: SessionFile, thread: Thread): Promise<number> {
  const ids = new Set<string>();
  const internal = await Promise.all(session.agents.map(isInternal));
  for (const [i, agent] of session.agents.entries()) if (!internal[i]) ids.add(agent.agentId);
  const known = new Set(session.agents.map((agent) => agent.agentId));
  for (const { value } of thread.entries) {
    const data = value.type === 'progress' ? objectField(value, 'data') : undefined;
    const agentId = data?.type === 'agent_progress' ? stringField(data, 'agentId') : undefined;
    if (agentId !== undefined && !known.has(agentId)) ids.add(agentId);
  }
  return ids.size + thread.graph.roots.filter(isEmbedded).length;
}

// Clients to 2.0.14 write each agent into the main file as a root of its own [F2].
function isEmbedded({ entry }: { readonly entry: Entry }): boolean {
  return (
    entry.value.type === 'user' && entry.value.isSidechain === true && userKind(entry) === 'agent-prompt'
  );
}

async function isInternal(agent: AgentFile): Promise<boolean> {
  const entries: Entry[] = [];
  let lines = 0;
  try {
    for await (const line of readLogFile(agent.file, { chunkBytes: 1 << 14 })) {
      if (line.kind === 'entry') entries.push(line);
      if (++lines === HEAD_LINES || (line.kind === 'entry' && line.value.type === 'user')) break;
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return internalKind(agent.agentId, entries) !== undefined;
}

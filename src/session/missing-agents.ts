// Names the calls whose agent has no file among those given, so that nothing an agent did is silently left out.
import { asObject, stringField } from '../base/json.ts';
import type { AgentLink } from './agent-links.ts';
import type { Thread } from './agent-threads.ts';
import type { ToolCall } from './tool-calls.ts';
import { isAgentTool, startedAgentId } from './tool-view/view-agent-call.ts';

export interface MissingAgent {
  readonly call: ToolCall;
  /** The thread that made the call; undefined is the main one. */
  readonly caller: string | undefined;
  readonly agentId: string | undefined;
  /** `progress-only`: its messages are in progress entries, so the tree holds it; `teammate`: it writes a session of its own; `interrupted`: it may have begun. */
  readonly why: 'no-file' | 'progress-only' | 'teammate' | 'no-result' | 'interrupted';
}

export function missingAgents(
  threads: readonly Thread[],
  links: readonly (AgentLink | undefined)[],
): MissingAgent[] {
  const sources = new Map<ToolCall, Thread['source']>();
  const present = new Set<string>();
  for (const [at, link] of links.entries()) {
    const thread = threads[at];
    if (!link || !thread) continue;
    if (sources.get(link.call) === undefined || thread.source !== 'progress')
      sources.set(link.call, thread.source);
    if (thread.source !== 'progress' && thread.agentId !== undefined) present.add(thread.agentId);
  }
  const missing: MissingAgent[] = [];
  for (const thread of threads) {
    for (const call of thread.calls) {
      const agentId = startedAgentId(call);
      // A call that goes on with an agent names one that is there already.
      if (agentId !== undefined && present.has(agentId)) continue;
      const source = sources.get(call);
      if ((source !== undefined && source !== 'progress') || !startedAgent(call, agentId)) continue;
      missing.push({ call, caller: thread.agentId, agentId, why: whyMissing(call, source) });
    }
  }
  return missing;
}

// A call that failed or was rejected without naming an agent never started one.
function startedAgent(call: ToolCall, agentId: string | undefined): boolean {
  if (agentId !== undefined) return true;
  return isAgentTool(call.name) && call.status !== 'error' && call.status !== 'rejected';
}

function whyMissing(call: ToolCall, source: Thread['source'] | undefined): MissingAgent['why'] {
  if (source === 'progress') return 'progress-only';
  const result = asObject(call.toolUseResult);
  if (stringField(result, 'status') === 'teammate_spawned') return 'teammate';
  if (call.status === 'interrupted') return 'interrupted';
  return call.status === 'pending' ? 'no-result' : 'no-file';
}

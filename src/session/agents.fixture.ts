// Sessions with agents for tests: lines of prompts and answers, agent files, and what linking them tells.
import { type AgentNode, type AgentThread, type AgentTree, linkAgents } from './agents.ts';
import { entriesOf, useLine } from './entries-of.fixture.ts';

const SESSION = { sessionId: 's1' };

export function promptLine(text: string, more: object = {}): object {
  return {
    type: 'user',
    uuid: `p-${text}`,
    parentUuid: null,
    ...SESSION,
    message: { content: text },
    ...more,
  };
}

export function answerLine(id: string, output: number, more: object = {}): object {
  const usage = { input_tokens: 10, output_tokens: output, cache_read_input_tokens: 5 };
  const content = [{ type: 'text', text: id }];
  return {
    type: 'assistant',
    uuid: `a-${id}`,
    message: { id, content, usage, stop_reason: 'end_turn' },
    ...more,
  };
}

export function agent(
  agentId: string,
  values: readonly object[],
  more: Partial<AgentThread> = {},
): AgentThread {
  return { agentId, file: `agent-${agentId}.jsonl`, entries: entriesOf(...values), ...more };
}

export function link(main: readonly object[], agents: readonly AgentThread[] = []): AgentTree {
  return linkAgents({ entries: entriesOf(...main) }, agents);
}

export function told(nodes: readonly AgentNode[]): unknown[] {
  return nodes.map((node) => [node.agentId, node.linkedBy ?? node.internal ?? node.unlinked]);
}

export const PROMPT: object = promptLine('do it', SESSION);
export const TASK: object = useLine('t1', 'Task', {
  prompt: 'look',
  subagent_type: 'Explore',
  description: 'Look',
});

// Chooses an agent of a session by the beginning of its id.
import { listSome } from '../base/list-some.ts';
import { Refusal } from '../base/refusal.ts';
import { stripToLine } from '../base/strip-controls.ts';
import type { AgentNode } from '../session/agents.ts';

const MOST_NAMED = 8;

export function pickAgent(agents: readonly AgentNode[], wanted: string): AgentNode {
  const text = wanted
    .trim()
    .toLowerCase()
    .replace(/^agent-/, '');
  const whole = agents.find(({ agentId }) => agentId.toLowerCase() === text);
  if (whole) return whole;
  const fitting = text === '' ? [] : agents.filter(({ agentId }) => agentId.toLowerCase().startsWith(text));
  const [first, second] = fitting;
  if (first && !second) return first;
  const shown = wanted.trim().slice(0, 60);
  if (agents.length === 0) {
    throw new Refusal('no-agents', `There is no agent “${shown}”: the session has no agents.`);
  }
  throw new Refusal(
    first ? 'several-agents' : 'no-such-agent',
    first
      ? `The ids of ${fitting.length} agents begin with “${shown}”.`
      : `There is no agent “${shown}” in this session.`,
    `It has ${nameAgents(first ? fitting : agents)}.`,
  );
}

function nameAgents(agents: readonly AgentNode[]): string {
  return listSome(agents, MOST_NAMED, ({ agentId }) => stripToLine(agentId));
}

// The agents of a session as a tree of lines, each with what it did and what it cost.
import { otherAgents } from '../render/transcript.ts';
import type { AgentNode, AgentTree } from '../session/agents.ts';
import { joinMessages } from '../session/messages.ts';
import { groupTurns } from '../session/turns.ts';
import { contextTokens } from '../session/usage.ts';
import type { AgentLine } from './api.ts';
import { usageOfMessages } from './usage-view.ts';

/** `turnOfLine` tells the turn of the main thread that a line stands in. */
export function viewAgents(
  tree: Pick<AgentTree, 'children' | 'unlinked' | 'internal'>,
  turnOfLine: (line: number) => number | undefined,
): AgentLine[] {
  return [...tree.children, ...otherAgents(tree)].map((node) => agentLine(node, turnOfLine, 0));
}

/** Agents start agents, but never so deep: a circle was cut before. */
const MAX_DEPTH = 30;

function agentLine(
  node: AgentNode,
  turnOfLine: (line: number) => number | undefined,
  depth: number,
): AgentLine {
  const messages = joinMessages(node.entries);
  const { own, call } = node;
  const line = call?.entry.place.line;
  const turn = line === undefined || depth > 0 ? undefined : turnOfLine(line);
  const context = messages.findLast(({ usage }) => usage !== undefined && contextTokens(usage) > 0)?.usage;
  return {
    agentId: node.agentId,
    status: node.status,
    state: node.state,
    async: node.isAsync,
    turns: groupTurns(node.entries).filter(({ number }) => number > 0).length,
    toolCalls: own.toolCalls,
    failedCalls: node.calls.filter(({ status }) => status === 'error').length,
    usage: usageOfMessages(messages),
    readable: node.entries.length > 0,
    children: depth >= MAX_DEPTH ? [] : node.children.map((child) => agentLine(child, turnOfLine, depth + 1)),
    ...(node.agentType === undefined ? {} : { type: node.agentType }),
    ...(node.description === undefined ? {} : { description: node.description }),
    ...(node.reason === undefined ? {} : { reason: node.reason }),
    ...(call ? { toolUseId: call.id } : {}),
    ...(line === undefined ? {} : { line }),
    ...(turn === undefined ? {} : { turn }),
    ...(context ? { contextTokens: contextTokens(context) } : {}),
    ...(own.startedAt === undefined ? {} : { start: own.startedAt }),
    ...(own.endedAt === undefined ? {} : { end: own.endedAt }),
    ...(own.durationMs === undefined ? {} : { durationMs: own.durationMs }),
  };
}

// An agent as a row: who it is, what it did, and its own rows where they are asked for.
import { timeOf, uuidOf } from '../log/fields.ts';
import type { AgentNode } from '../session/agents.ts';
import { joinMessages } from '../session/messages.ts';
import { buildThread, type Conversation, readConversation, type Thread } from '../session/session.ts';
import { groupTurns } from '../session/turns.ts';
import { countTokens } from './count-tokens.ts';
import type { AgentRow, Row } from './row.ts';

/** Makes the rows of an agent's conversation; given from outside because agents hold agents. */
export type RowsOf = (
  thread: Thread | undefined,
  conversation: Conversation,
  agents: readonly AgentNode[],
) => Row[];

export function agentRow(node: AgentNode, rowsOf: RowsOf | undefined): AgentRow {
  const { thread, conversation } = readAgent(node);
  const first = node.entries[0];
  return {
    kind: 'agent',
    place: node.source === 'file' ? undefined : first?.place,
    uuid: first && uuidOf(first),
    time: first && timeOf(first),
    blocks: [],
    agentId: node.agentId,
    agentType: node.agentType,
    description: node.description,
    link: node.linkedBy === undefined ? (node.reason ?? node.state) : node.linkedBy,
    turns: conversation.turns.length,
    toolCalls: node.own.toolCalls,
    tokens: countTokens(conversation.messages),
    durationMs: node.own.durationMs,
    rows: rowsOf?.(thread, conversation, node.children),
    missing: node.entries.length === 0,
  };
}

/** An agent's entries as a conversation. What only progress entries tell has no links of its own: their order is all there is. */
export function readAgent(node: AgentNode): { thread: Thread | undefined; conversation: Conversation } {
  const thread = node.source === 'progress' ? undefined : buildThread(node.entries, 'agent');
  if (thread && thread.branches.length > 0) return { thread, conversation: readConversation(thread) };
  const { entries } = node;
  return {
    thread: undefined,
    conversation: { entries, messages: joinMessages(entries), turns: groupTurns(entries) },
  };
}

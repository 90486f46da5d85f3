// The rows of the turn graph that stand below a turn: the agents that it started, and compactions.
import { numberField, objectField, stringField } from '../../base/json.ts';
import { messageIdOf, messageOf, modelOf, SYNTHETIC, timeOf, uuidOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import type { AgentNode } from '../../session/agents.ts';
import type { Turn } from '../../session/turns.ts';
import { betterUsage, contextTokens, readUsage, type Usage } from '../../session/usage.ts';
import type { GraphAgent, GraphCompaction, GraphRow } from './turn-graph.ts';

interface RowPlace {
  readonly strand: number;
  readonly left: boolean;
  readonly turn: number;
  readonly branch: number | undefined;
}

/** The part that all rows of a turn share. */
export function placeOf({ strand, left, turn, branch }: RowPlace): {
  readonly strand: number;
  readonly left: boolean;
  readonly turn: number;
  readonly branch?: number;
} {
  return { strand, left, turn, ...(branch === undefined ? {} : { branch }) };
}

/** An agent and all that it started, each below its parent. */
export function pushAgents(
  push: (row: GraphRow, node: AgentNode) => void,
  root: AgentNode,
  turn: string,
  place: RowPlace,
): void {
  const waiting: { node: AgentNode; depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    const { startedAt, durationMs, toolCalls } = node.own;
    const size = sizeOf(node);
    push(
      {
        type: 'agent',
        ...placeOf(place),
        agentId: node.agentId,
        turnId: turn,
        depth,
        name: [node.agentType, node.description].filter(Boolean).join(': ') || node.agentId,
        calls: toolCalls,
        failedCalls: node.calls.filter(({ status }) => status === 'error').length,
        returned: hasReturned(node),
        ...(startedAt === undefined ? {} : { time: startedAt }),
        ...(durationMs === undefined ? {} : { durationMs }),
        ...(node.call ? { line: node.call.entry.place.line } : {}),
        ...(size === undefined ? {} : { tokens: size }),
      } satisfies GraphAgent,
      node,
    );
    for (const child of node.children.toReversed()) waiting.push({ node: child, depth: depth + 1 });
  }
}

/** Its answer came back to the one that started it. */
export function hasReturned({ call, status, isAsync }: AgentNode): boolean {
  return isAsync
    ? status === 'completed'
    : call !== undefined && call.results.length > 0 && call.status === 'ok';
}

/** `left` is what it left of the window, where a request tells. */
export function compactionRow(
  entry: Entry,
  id: string,
  place: RowPlace,
  left: number | undefined,
): GraphCompaction {
  const meta = objectField(entry.value, 'compactMetadata');
  const [before, after] = [numberField(meta, 'preTokens'), numberField(meta, 'postTokens') ?? left];
  const [trigger, time] = [stringField(meta, 'trigger'), timeOf(entry)];
  return {
    type: 'compaction',
    ...placeOf(place),
    turnId: id,
    line: entry.place.line,
    ...(time === undefined ? {} : { time }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(trigger === undefined ? {} : { trigger }),
  };
}

/** Names a turn in the graph: its first entry. */
export function turnId(turn: Turn): string {
  const entry = turn.prompt ?? turn.entries[0];
  return (entry && uuidOf(entry)) ?? `line-${entry?.place.line ?? 0}`;
}

/** The size of the window after a turn or an agent, from the entries: joining messages takes a long session longer. */
export function sizeOf({ entries }: Pick<Turn, 'entries'>): number | undefined {
  const answers = new Map<string | Entry, { readonly model: string | undefined; usage: Usage | undefined }>();
  for (const entry of entries) {
    if (entry.value.type !== 'assistant') continue;
    const key = messageIdOf(entry) ?? entry;
    const usage = readUsage(messageOf(entry));
    const known = answers.get(key);
    answers.set(key, {
      model: known?.model ?? modelOf(entry),
      usage: known ? betterUsage(known.usage, usage) : usage,
    });
  }
  let size: number | undefined;
  for (const { model, usage } of answers.values()) {
    const tokens = usage && model !== SYNTHETIC ? contextTokens(usage) : 0;
    if (tokens > 0) size = tokens;
  }
  return size;
}

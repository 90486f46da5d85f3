// The model of a session as plain JSON values: what `clew show --json` prints, with fields that are added to but never renamed.
import { uuidOf } from '../log/fields.ts';
import type { AgentNode } from '../session/agents.ts';
import type { Branch } from '../session/branches.ts';
import type { Message } from '../session/messages.ts';
import type { Problem } from '../session/problem.ts';
import { promptText, type Turn } from '../session/turns.ts';
import { userKind } from '../session/user-kind.ts';
import type { Row, SessionRow, ToolRow, TurnRow } from './row.ts';

/** Absent things are left out. Times are ISO strings. */
type JsonValue = Readonly<Record<string, unknown>>;

export function sessionJson(row: SessionRow, file: string, problems: readonly Problem[]): JsonValue {
  const { sessionId, title, cwd, gitBranch, versions, models, turns, toolCalls, agents, tokens } = row;
  return {
    sessionId,
    file,
    agentId: row.agentId,
    title,
    cwd,
    gitBranch,
    versions,
    models,
    start: isoTime(row.start),
    end: isoTime(row.end),
    branch: row.branch.number,
    turns,
    toolCalls,
    agents,
    tokens,
    problems: problems.map(({ rule, severity, place, message }) => ({
      rule,
      severity,
      line: place.line,
      offset: place.offset,
      message,
    })),
  };
}

export function branchJson(branch: Branch, index: number): JsonValue {
  return {
    number: index + 1,
    leaf: branch.leaf.uuid,
    active: branch.active,
    prompts: branch.prompts,
    start: branch.firstTime,
    end: branch.lastTime,
  };
}

/** `rows` are those of the turn: they hold its figures and its paired tool calls. */
export function turnJson(turn: Turn, rows: readonly Row[]): JsonValue {
  const head = rows.find((row): row is TurnRow => row.kind === 'turn');
  const calls = rows.filter((row): row is ToolRow => row.kind === 'tool');
  return {
    number: turn.number,
    kind: turn.kind,
    prompt: turn.prompt && promptText(turn.prompt),
    line: turn.prompt?.place.line,
    uuid: turn.prompt && uuidOf(turn.prompt),
    start: isoTime(turn.start),
    end: isoTime(turn.end),
    durationMs: head?.durationMs,
    ended: turn.ended,
    exchanges: turn.exchanges,
    tokens: head?.tokens,
    messages: turn.messages.map(messageJson),
    toolCalls: calls.map(toolCallJson),
  };
}

/** Deeper than this, agents stand beside each other: files may be made to nest without end. */
const MOST_NESTED = 100;

export function agentJson(node: AgentNode): JsonValue {
  return nestedAgent(node, MOST_NESTED);
}

function nestedAgent(node: AgentNode, nested: number): JsonValue {
  const { agentId, agentType, description, prompt, source, file, state, linkedBy, reason } = node;
  return {
    agentId,
    agentType,
    description,
    prompt,
    source,
    file,
    state,
    linkedBy,
    reason,
    toolUseId: node.call?.id,
    isAsync: node.isAsync,
    status: node.status,
    own: totalsJson(node.own),
    total: totalsJson(node.total),
    children:
      nested > 0
        ? node.children.map((child) => nestedAgent(child, nested - 1))
        : listBelow(node).map((below) => nestedAgent({ ...below, children: [] }, 0)),
  };
}

function listBelow(node: AgentNode): AgentNode[] {
  const below: AgentNode[] = [];
  const waiting = [...node.children];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    below.push(next);
    for (const child of next.children) waiting.push(child);
  }
  return below;
}

function messageJson(message: Message): JsonValue {
  const { role, id, model, stopReason, usage, entries } = message;
  const first = entries[0];
  return {
    role,
    kind: role === 'user' && first ? userKind(first) : undefined,
    id,
    model,
    stopReason,
    apiError: message.apiError || undefined,
    usage,
    lines: entries.map((entry) => entry.place.line),
    blocks: message.blocks.map(({ block, entry }) => ({
      line: entry.place.line,
      uuid: uuidOf(entry),
      block,
    })),
  };
}

function toolCallJson({ call, summary, outcome, agents }: ToolRow): JsonValue {
  return {
    id: call.id,
    name: call.name,
    line: call.entry.place.line,
    resultLines: call.results.map(({ entry }) => entry.place.line),
    status: call.status,
    isError: call.isError,
    summary,
    outcome,
    startedAt: isoTime(call.startedAt),
    endedAt: isoTime(call.endedAt),
    durationMs: call.durationMs,
    durationBasis: call.durationBasis,
    parallel: call.parallel,
    agents: agents.map(({ agentId }) => agentId),
  };
}

function totalsJson(totals: AgentNode['own']): JsonValue {
  return { ...totals, startedAt: isoTime(totals.startedAt), endedAt: isoTime(totals.endedAt) };
}

function isoTime(time: number | undefined): string | undefined {
  return time === undefined || Math.abs(time) > 8.64e15 ? undefined : new Date(time).toISOString();
}

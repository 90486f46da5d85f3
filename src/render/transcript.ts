// A session opened for reading: its header and its turns, whose rows are made one turn at a time so that long ones start at once.
import { stringField } from '../base/json.ts';
import { modelOf, SYNTHETIC } from '../log/fields.ts';
import type { Entry, Line } from '../log/line.ts';
import type { AgentNode, AgentTree } from '../session/agents.ts';
import { listApiIncidents } from '../session/api-errors.ts';
import type { Branch } from '../session/branches.ts';
import { activeBranch, type Conversation, readConversation, type Thread } from '../session/session.ts';
import type { ToolCall } from '../session/tool-calls.ts';
import type { Turn } from '../session/turns.ts';
import { agentRow, type RowsOf } from './agent-rows.ts';
import { besideRow, findBeside, findQueued } from './beside-rows.ts';
import { countTokens, countToolUses } from './count-tokens.ts';
import { findChanges } from './find-changes.ts';
import { findForks } from './fork-rows.ts';
import type { AgentRow, Row, SessionRow } from './row.ts';
import { openToolRows } from './tool-rows.ts';
import { type BranchRows, turnRows } from './turn-rows.ts';
import { wholeRows } from './whole-rows.ts';

export interface TranscriptSource {
  readonly sessionId: string;
  readonly title: string | undefined;
  readonly thread: Thread;
  /** By default the active one. */
  readonly branch?: Branch | undefined;
  /** What to read instead of a branch, for an agent that only progress entries tell of. */
  readonly conversation?: Conversation | undefined;
  /** The agents that calls of this thread started. */
  readonly agents: readonly AgentNode[];
  /** Agents that no call started: shown at the end, as references. */
  readonly otherAgents?: readonly AgentNode[];
  /** Set where the thread is an agent's. */
  readonly agentId?: string | undefined;
}

export interface TranscriptOptions {
  /** `nested`: an agent's rows are in its row; `reference`: only its totals. */
  readonly agents?: 'nested' | 'reference';
}

export interface Transcript {
  readonly header: SessionRow;
  readonly branch: Branch | undefined;
  readonly conversation: Conversation;
  readonly turns: readonly Turn[];
  /** Unlinked lines before the first entry. */
  readonly openingRows: () => Row[];
  readonly turnRows: (turn: Turn) => Row[];
  /** The unlinked lines shown in a turn, or before the first one. */
  readonly besideLines: (turn: Turn | undefined) => readonly Line[];
  /** Some rows of a turn made whole, where the lines of the session are slim; see `wholeRows`. */
  readonly wholeRows: (turn: Turn, some: readonly Row[], whole: ReadonlyMap<Line, Line>) => Row[];
  /** The agents that no call started. */
  readonly closingRows: () => Row[];
}

export function openTranscript(source: TranscriptSource, options: TranscriptOptions = {}): Transcript {
  const { thread } = source;
  const branch = source.branch ?? activeBranch(thread);
  const conversation = source.conversation ?? readConversation(thread, branch);
  const nested = options.agents !== 'reference';
  // Pictures of a long session need its turns alone: what rows are made of is looked up when one is asked for.
  let [header, opened]: [SessionRow | undefined, BranchRows | undefined] = [undefined, undefined];
  const rows = (): BranchRows => {
    opened ??= openBranchRows(
      source.conversation ? undefined : thread,
      branch,
      conversation,
      agentsByCall(source.agents, nested ? MOST_NESTED : 0),
    );
    return opened;
  };
  return {
    get header() {
      header ??= sessionRow(source, branch, conversation);
      return header;
    },
    branch,
    conversation,
    turns: conversation.turns,
    openingRows: () =>
      (rows().beside.get(undefined) ?? []).flatMap((line) => besideRow(line, rows().queued) ?? []),
    turnRows: (turn) => turnRows(turn, rows()),
    besideLines: (turn) =>
      (turn ? turn.entries : [undefined]).flatMap((entry) => rows().beside.get(entry) ?? []),
    wholeRows: (turn, some, whole) => wholeRows(turn, some, rows(), whole),
    closingRows: () => (source.otherAgents ?? []).map((node) => agentRow(node, undefined)),
  };
}

/** Agents inside agents inside agents: deeper ones are named with their totals. Files may be made to nest without end. */
const MOST_NESTED = 16;

/** The rows of a conversation without a header: an agent's, inside the row of the call that started it. */
function conversationRows(
  thread: Thread | undefined,
  conversation: Conversation,
  agents: readonly AgentNode[],
  nested: number,
): Row[] {
  const branch = thread && activeBranch(thread);
  const rows = openBranchRows(thread, branch, conversation, agentsByCall(agents, nested));
  return conversation.turns.flatMap((turn) => turnRows(turn, rows));
}

/** How the agents of a tree that no call started are given to a transcript. */
export function otherAgents(tree: Pick<AgentTree, 'unlinked' | 'internal'>): AgentNode[] {
  return [...tree.unlinked, ...tree.internal];
}

function openBranchRows(
  thread: Thread | undefined,
  branch: Branch | undefined,
  { entries }: Conversation,
  agents: (call: ToolCall) => readonly AgentRow[],
): BranchRows {
  return {
    tools: openToolRows(entries, agents),
    beside: thread ? findBeside(thread, new Set(entries)) : new Map(),
    forks: thread && branch ? findForks(thread, branch) : { before: new Map(), behind: new Map() },
    changes: findChanges(thread?.entries ?? entries, entries),
    incidents: new Map(listApiIncidents(entries).flatMap((one) => one.entries.map((entry) => [entry, one]))),
    queued: findQueued(thread?.entries ?? entries),
  };
}

/** `nested` is how many levels of agents have their own rows. */
function agentsByCall(agents: readonly AgentNode[], nested: number): (call: ToolCall) => readonly AgentRow[] {
  const byCall = new Map<string, AgentNode[]>();
  for (const node of agents) {
    if (!node.call) continue;
    const known = byCall.get(node.call.id);
    if (known) known.push(node);
    else byCall.set(node.call.id, [node]);
  }
  const rowsOf = (...[thread, conversation, inside]: Parameters<RowsOf>) =>
    conversationRows(thread, conversation, inside, nested - 1);
  return (call) => (byCall.get(call.id) ?? []).map((node) => agentRow(node, nested > 0 ? rowsOf : undefined));
}

function sessionRow(source: TranscriptSource, branch: Branch | undefined, read: Conversation): SessionRow {
  const { thread } = source;
  const starts = read.turns.flatMap((turn) => turn.start ?? []);
  const ends = read.turns.flatMap((turn) => turn.end ?? []);
  return {
    kind: 'session',
    place: undefined,
    uuid: undefined,
    time: starts[0],
    blocks: [],
    sessionId: source.sessionId,
    title: source.title,
    cwd: lastOf(read.entries, 'cwd'),
    gitBranch: lastOf(read.entries, 'gitBranch'),
    versions: distinct(read.entries.map((entry) => stringField(entry.value, 'version'))),
    models: distinct(read.entries.map(modelOf)).filter((model) => model !== SYNTHETIC),
    start: starts[0],
    end: ends.at(-1),
    turns: read.turns.filter((turn) => turn.number > 0).length,
    toolCalls: countToolUses(read.messages),
    agents: source.agents.length + (source.otherAgents?.length ?? 0),
    tokens: countTokens(read.messages),
    branch: {
      number: branch ? thread.branches.findIndex((one) => one.leaf === branch.leaf) + 1 : 0,
      count: thread.branches.length,
      active: branch?.active ?? false,
    },
    agentId: source.agentId,
    problems: thread.problems.filter(({ severity }) => severity !== 'note').length,
  };
}

function lastOf(entries: readonly Entry[], key: string): string | undefined {
  const found = entries.findLast((entry) => stringField(entry.value, key));
  return found && stringField(found.value, key);
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values)].filter((value) => value !== undefined);
}

// Reads the timeline of a session's active branch: the person, the main agent, its tools, and every agent that it started.
import { isCompactBoundary, timeOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import type { AgentNode, AgentTree } from '../../session/agents.ts';
import { listApiIncidents } from '../../session/api-errors.ts';
import { joinMessages } from '../../session/messages.ts';
import type { Conversation } from '../../session/session.ts';
import { pairToolCalls } from '../../session/tool-calls.ts';
import type { Turn } from '../../session/turns.ts';
import { contextTokens } from '../../session/usage.ts';
import { userKind } from '../../session/user-kind.ts';
import { SpanDraft, sortSpans } from './span-draft.ts';
import type { SpanRecord } from './span-record.ts';
import { addThreadSpans, type Worker } from './thread-spans.ts';
import type { Lane } from './timeline.ts';

/** A timeline in memory, with the words of its spans still to be made. */
export interface ReadTimeline {
  readonly lanes: readonly Lane[];
  /** In order of their starts. */
  readonly spans: readonly SpanRecord[];
  /** Things without a time, which are left out. */
  readonly untimed: number;
}

const MAIN = 'main';
const TOOLS = 'tools';
const PERSON = 'person';

export function readTimeline(conversation: Conversation, tree: Pick<AgentTree, 'children'>): ReadTimeline {
  const draft = new SpanDraft();
  const { turns, entries } = conversation;
  const messages = joinMessages(entries.filter(({ value }) => value.type === 'assistant'));
  const turnOf = turnFinder(turns);
  const turnSpans = addTurns(draft, turns);
  const { calls } = pairToolCalls(entries);
  const main: Worker = {
    lane: MAIN,
    toolLane: TOOLS,
    agentId: undefined,
    entries,
    messages,
    calls,
    turnOf,
    parentOf: (entry) => turnSpans.get(turnOf(entry)),
  };
  const callSpans = addThreadSpans(draft, main);
  addEvents(draft, main);
  const lanes: Lane[] = [
    { id: PERSON, kind: 'person', name: 'You', calls: 0 },
    { id: MAIN, kind: 'main', name: 'Main agent', calls: calls.length },
  ];
  const onBranch = new Set(calls.map(({ id }) => id));
  for (const node of tree.children) {
    if (node.call && onBranch.has(node.call.id))
      addAgent(draft, lanes, node, { parent: MAIN, main, callSpans });
  }
  lanes.push({ id: TOOLS, kind: 'tools', name: 'Tools', calls: calls.length });
  return { lanes, spans: sortSpans(draft.spans), untimed: draft.untimed };
}

// By their lines, which costs a long session less than a map of entries; several entries of one joined line [L1] are told apart.
function turnFinder(turns: readonly Turn[]): (entry: Entry) => number {
  const ofLine: (number | undefined)[] = [];
  const ofJoined = new Map<Entry, number>();
  for (const { number, entries } of turns) {
    for (const entry of entries) {
      const { line } = entry.place;
      if (ofLine[line] === undefined) ofLine[line] = number;
      else ofJoined.set(entry, number);
    }
  }
  return (entry) => (ofJoined.size === 0 ? undefined : ofJoined.get(entry)) ?? ofLine[entry.place.line] ?? 0;
}

/** A wait shorter than this is the time that anyone needs to type. */
const MIN_WAIT = 1000;

function addTurns(draft: SpanDraft, turns: readonly Turn[]): Map<number, number> {
  const spans = new Map<number, number>();
  let before: { turn: Turn; done: number } | undefined;
  for (const turn of turns) {
    const { prompt, number, start, end } = turn;
    const line = (prompt ?? turn.entries[0])?.place.line;
    const source = prompt ?? '';
    const id = draft.add(start, end, { lane: MAIN, kind: 'turn', source, turn: number, line });
    if (id !== undefined) spans.set(number, id);
    if (prompt) {
      const time = timeOf(prompt);
      draft.add(time, time, { lane: PERSON, kind: 'prompt', source, turn: number, line });
      if (before && time !== undefined && time - before.done >= MIN_WAIT)
        draft.add(before.done, time, {
          lane: PERSON,
          kind: 'wait',
          source: '',
          turn: before.turn.number,
          line,
        });
    }
    const done = doneAt(turn);
    before = done === undefined ? before : { turn, done };
  }
  return spans;
}

/**
 * When a turn's work was done. What the client writes by itself until the next prompt (a summary for who comes back, commands
 * that it answers alone, status lines) is no work, and may come days later.
 */
function doneAt(turn: Turn): number | undefined {
  let done: number | undefined;
  for (const entry of turn.entries) {
    const time = isWork(entry) ? timeOf(entry) : undefined;
    if (time !== undefined && (done === undefined || time > done)) done = time;
  }
  return done ?? (turn.prompt ? turn.end : turn.start);
}

function isWork(entry: Entry): boolean {
  if (entry.value.type === 'assistant' || isCompactBoundary(entry)) return true;
  if (entry.value.type !== 'user') return false;
  const kind = userKind(entry);
  return kind === 'tool-result' || kind === 'interruption';
}

function addEvents(draft: SpanDraft, main: Worker): void {
  for (const incident of listApiIncidents(main.entries)) {
    const first = incident.entries[0];
    if (!first) continue;
    draft.add(incident.at, incident.endedAt ?? incident.at, {
      lane: MAIN,
      kind: 'retry',
      source: incident,
      turn: main.turnOf(first),
      line: first.place.line,
      failed: incident.outcome === 'failed',
      parent: main.parentOf(first),
    });
  }
  for (const entry of main.entries) {
    if (!isCompactBoundary(entry)) continue;
    const time = timeOf(entry);
    const turn = main.turnOf(entry);
    draft.add(time, time, { lane: MAIN, kind: 'compaction', source: '', turn, line: entry.place.line });
  }
}

interface AgentPlace {
  readonly parent: string;
  readonly main: Worker;
  readonly callSpans: ReadonlyMap<string, number>;
}

// Each agent is drawn below the one that started it; the waiting list keeps deep families off the stack.
function addAgent(draft: SpanDraft, lanes: Lane[], root: AgentNode, place: AgentPlace): void {
  const waiting: { node: AgentNode; place: AgentPlace; turn: number }[] = [
    { node: root, place, turn: root.call ? place.main.turnOf(root.call.entry) : 0 },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, turn } = next;
    const lane = `agent-${node.agentId}`;
    const name = node.description ?? node.agentType ?? node.agentId;
    const messages = joinMessages(node.entries);
    const usage = messages.findLast((message) => message.usage && contextTokens(message.usage) > 0)?.usage;
    const { startedAt, endedAt } = node.own;
    lanes.push({
      id: lane,
      kind: 'agent',
      name,
      agentId: node.agentId,
      parent: next.place.parent,
      calls: node.own.toolCalls,
      ...(usage ? { tokens: contextTokens(usage) } : {}),
      ...(startedAt === undefined ? {} : { start: startedAt }),
      ...(endedAt === undefined ? {} : { end: endedAt }),
    });
    const own = draft.add(startedAt, endedAt, {
      lane,
      kind: 'agent',
      source: name,
      turn,
      agentId: node.agentId,
      parent: node.call && next.place.callSpans.get(node.call.id),
      line: node.call?.entry.place.line,
      toolUseId: node.call?.id,
    });
    const spans = addThreadSpans(draft, {
      lane,
      toolLane: lane,
      agentId: node.agentId,
      entries: node.entries,
      messages,
      calls: node.calls,
      turnOf: () => turn,
      parentOf: () => own,
    });
    for (const child of node.children.toReversed()) {
      waiting.push({ node: child, place: { ...next.place, parent: lane, callSpans: spans }, turn });
    }
  }
}

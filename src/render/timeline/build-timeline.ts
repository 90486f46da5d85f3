// Builds the timeline of a session's active branch: the person, the main agent, its tools, and every agent that it started.
import { timeOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import type { AgentNode, AgentTree } from '../../session/agents.ts';
import { listApiIncidents } from '../../session/api-errors.ts';
import { joinMessages } from '../../session/messages.ts';
import type { Conversation } from '../../session/session.ts';
import { pairToolCalls } from '../../session/tool-calls.ts';
import { oneLine } from '../../session/tool-view/summarise-tool-call.ts';
import { promptText, type Turn } from '../../session/turns.ts';
import { contextTokens } from '../../session/usage.ts';
import { SpanDraft, stackSpans } from './span-draft.ts';
import { addThreadSpans, type Worker } from './thread-spans.ts';
import type { Lane, Timeline } from './timeline.ts';
import { findIdle, sumTimes } from './timeline-sums.ts';

const MAIN = 'main';
const TOOLS = 'tools';
const PERSON = 'person';

export function buildTimeline(conversation: Conversation, tree: AgentTree): Timeline {
  const draft = new SpanDraft();
  const { turns, entries, messages } = conversation;
  const turnOf = new Map<Entry, number>();
  for (const turn of turns) for (const entry of turn.entries) turnOf.set(entry, turn.number);
  const turnSpans = addTurns(draft, turns);
  const { calls } = pairToolCalls(entries);
  const main: Worker = {
    lane: MAIN,
    toolLane: TOOLS,
    agentId: undefined,
    entries,
    messages,
    calls,
    turnOf: (entry) => turnOf.get(entry) ?? 0,
    parentOf: (entry) => turnSpans.get(turnOf.get(entry) ?? 0),
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
  const spans = stackSpans(draft.spans, ({ kind }) => kind === 'tool');
  const start = spans[0]?.start;
  const end = spans.reduce<number | undefined>(
    (last, span) => Math.max(last ?? span.end, span.end),
    undefined,
  );
  return {
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    lanes,
    spans,
    untimed: draft.untimed,
    idle: findIdle(spans),
    totals: sumTimes(spans),
  };
}

/** A wait shorter than this is the time that anyone needs to type. */
const MIN_WAIT = 1000;

function addTurns(draft: SpanDraft, turns: readonly Turn[]): Map<number, number> {
  const spans = new Map<number, number>();
  let before: Turn | undefined;
  for (const turn of turns) {
    const label = turn.prompt ? oneLine(promptText(turn.prompt).slice(0, 300), 120) : '';
    const line = (turn.prompt ?? turn.entries[0])?.place.line;
    const shared = {
      basis: 'timestamps' as const,
      turn: turn.number,
      label,
      ...(line === undefined ? {} : { line }),
    };
    const id = draft.add({ ...shared, lane: MAIN, kind: 'turn', start: turn.start, end: turn.end });
    if (id !== undefined) spans.set(turn.number, id);
    if (turn.prompt) {
      const time = timeOf(turn.prompt);
      draft.add({ ...shared, lane: PERSON, kind: 'prompt', start: time, end: time });
      const waited = before?.end !== undefined && time !== undefined && time - before.end >= MIN_WAIT;
      if (waited && before) {
        draft.add({
          ...shared,
          lane: PERSON,
          kind: 'wait',
          label: '',
          turn: before.number,
          start: before.end,
          end: time,
        });
      }
    }
    before = turn.end === undefined ? before : turn;
  }
  return spans;
}

function addEvents(draft: SpanDraft, main: Worker): void {
  for (const { entries, at, endedAt, retries, message, outcome } of listApiIncidents(main.entries)) {
    const first = entries[0];
    if (!first) continue;
    const parent = main.parentOf(first);
    draft.add({
      lane: MAIN,
      kind: 'retry',
      start: at,
      end: endedAt ?? at,
      basis: 'timestamps',
      label: oneLine(message, 120),
      turn: main.turnOf(first),
      line: first.place.line,
      outcome: `${retries} ${retries === 1 ? 'retry' : 'retries'}, ${outcome}`,
      ...(outcome === 'failed' ? { failed: true } : {}),
      ...(parent === undefined ? {} : { parent }),
    });
  }
  for (const entry of main.entries) {
    if (entry.value.type !== 'system' || entry.value.subtype !== 'compact_boundary') continue;
    const time = timeOf(entry);
    draft.add({
      lane: MAIN,
      kind: 'compaction',
      start: time,
      end: time,
      basis: 'timestamps',
      label: '',
      turn: main.turnOf(entry),
      line: entry.place.line,
    });
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
    const messages = joinMessages(node.entries);
    const usage = messages.findLast((message) => message.usage && contextTokens(message.usage) > 0)?.usage;
    const { startedAt, endedAt } = node.own;
    lanes.push({
      id: lane,
      kind: 'agent',
      name: node.description ?? node.agentType ?? node.agentId,
      agentId: node.agentId,
      parent: next.place.parent,
      calls: node.own.toolCalls,
      ...(usage ? { tokens: contextTokens(usage) } : {}),
      ...(startedAt === undefined ? {} : { start: startedAt }),
      ...(endedAt === undefined ? {} : { end: endedAt }),
    });
    const caller = node.call && next.place.callSpans.get(node.call.id);
    const own = draft.add({
      lane,
      kind: 'agent',
      start: startedAt,
      end: endedAt,
      basis: 'timestamps',
      label: node.description ?? node.agentType ?? node.agentId,
      turn,
      agentId: node.agentId,
      ...(caller === undefined ? {} : { parent: caller }),
      ...(node.call ? { line: node.call.entry.place.line, toolUseId: node.call.id } : {}),
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

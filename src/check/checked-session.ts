// Everything the rules look at, worked out once: the thread, its calls, what a resume would load, agents and surroundings.
import { stringField } from '../base/json.ts';
import { behaviourOf, NEWEST_CLIENT } from '../context/client-behaviour.ts';
import { predictSelected, type ResumePrediction } from '../context/predict-resume.ts';
import { type SelectedPath, selectPath } from '../context/select-path.ts';
import { isSidechain } from '../log/fields.ts';
import type { Entry, Line } from '../log/line.ts';
import type { ThreadKind } from '../session/active-leaf.ts';
import { type AgentThread, type AgentTree, linkAgents } from '../session/agents.ts';
import { LIVE_MS } from '../session/live-ms.ts';
import { buildThread, type Thread } from '../session/session.ts';
import { type PairedToolCalls, pairToolCalls } from '../session/tool-calls.ts';
import { isAgentTool } from '../session/tool-view/view-agent-call.ts';
import { listSentBlocks, type SentBlock } from './sent-blocks.ts';

/** What is known of the file from outside its lines. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly modified: number;
  /** The client's period of keeping sessions; undefined for a file outside any home. */
  readonly retention?: Retention | undefined;
  /** Names of the files in the session's `tool-results` folder [F3]; undefined where it has no folder of its own. */
  readonly toolResults?: ReadonlySet<string> | undefined;
  /** The project's `sessions-index.json`, where there is one. */
  readonly sessionsIndex?: { readonly lists: boolean } | undefined;
}

export interface Retention {
  readonly days: number;
  readonly basis: 'settings' | 'default';
  /** Whether a client works in this home: in a mere copy nothing is ever deleted. */
  readonly inUse: boolean;
}

/** What a check looks at: the lines, and what is known besides. */
export interface CheckInput {
  /** The id in the file's name; undefined where the name holds none. */
  readonly sessionId: string | undefined;
  /** What a person types to name the session. */
  readonly selector: string;
  readonly kind: ThreadKind;
  readonly lines: readonly Line[];
  /** Whether the bytes of the whole file are known to be UTF-8, so that no line needs to be looked at. */
  readonly validUtf8?: boolean | undefined;
  /** The agents' files, for a main thread. */
  readonly agents?: readonly AgentThread[];
  readonly surroundings?: Surroundings | undefined;
}

/** A session with all that the rules look at, worked out once. */
export interface CheckedSession extends CheckInput {
  readonly thread: Thread;
  readonly calls: PairedToolCalls;
  readonly prediction: ResumePrediction;
  readonly selected: SelectedPath;
  /** The blocks that a resume sends, each with its place in the request. */
  readonly sentBlocks: readonly SentBlock[];
  /** Entries that a resume loads; all of an agent's own file. */
  readonly path: ReadonlySet<Entry>;
  /** Entries of which at least one block is sent. */
  readonly sent: ReadonlySet<Entry>;
  /** Undefined for an agent's own file, and for a session without any sign of an agent. */
  readonly agentTree: AgentTree | undefined;
  /** Written to in the last minutes: what is unfinished may still be finished. */
  readonly live: boolean;
  /** The version of the client that wrote the last entry that names one. */
  readonly version: string | undefined;
}

export function examineSession(input: CheckInput): CheckedSession {
  const { lines, kind, agents = [], surroundings } = input;
  const thread = buildThread(lines, kind);
  const calls = pairToolCalls(thread.entries);
  const selected = selectPath(lines, behaviourOf(NEWEST_CLIENT));
  // No client resumes an agent's file, so there is nothing to compare.
  const prediction = predictSelected(lines, selected, { compare: kind !== 'agent' });
  const sent = new Set<Entry>();
  for (const { sources } of prediction.messages)
    for (const source of sources) for (const entry of source.entries) sent.add(entry);
  const age = surroundings ? surroundings.now - surroundings.modified : undefined;
  return {
    ...input,
    thread,
    calls,
    prediction,
    sentBlocks: listSentBlocks(prediction),
    selected,
    path: new Set(kind === 'agent' ? thread.entries : prediction.entries),
    sent,
    agentTree:
      kind === 'main' && hasAgents(thread, calls, agents)
        ? linkAgents({ entries: thread.entries, calls: calls.calls }, agents)
        : undefined,
    live: age !== undefined && Math.abs(age) < LIVE_MS,
    version: lastVersion(thread.entries),
  };
}

// Most sessions have none: there is nothing to link then, and nothing that could be missing.
function hasAgents(thread: Thread, { calls }: PairedToolCalls, agents: readonly AgentThread[]): boolean {
  if (agents.length > 0 || calls.some(({ name }) => isAgentTool(name))) return true;
  return thread.entries.some((entry) => isSidechain(entry) || entry.value.type === 'progress');
}

/** Whether an entry is part of the conversation that the file is about: agents inside a main file are not. */
export function isOwn(entry: Entry, kind: ThreadKind): boolean {
  return kind === 'agent' || !isSidechain(entry);
}

export function isTalk(entry: Entry): boolean {
  return entry.value.type === 'user' || entry.value.type === 'assistant';
}

function lastVersion(entries: readonly Entry[]): string | undefined {
  const entry = entries.findLast(({ value }) => /^\d+\.\d+\.\d+/.test(stringField(value, 'version') ?? ''));
  return entry && stringField(entry.value, 'version');
}

// Finds the call that started each agent, by the strongest evidence that there is [T5].
import type { JsonObject } from '../base/json.ts';
import { asObject, stringField } from '../base/json.ts';
import { timeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { normalPrompt, sentPrompt } from './split-threads.ts';
import type { ToolCall } from './tool-calls.ts';
import { isAgentTool, startedAgentId } from './tool-view/view-agent-call.ts';

/** Which evidence linked an agent to its call; `workflow` is the run that both name. */
export type LinkWay = 'agentId' | 'meta' | 'progress' | 'workflow' | 'prompt';

/** A thread as linking sees it. */
export interface LinkableThread {
  /** Undefined for the main thread, which no call starts. */
  readonly agentId: string | undefined;
  readonly meta: JsonObject | undefined;
  /** The run under `subagents/workflows/` that its file lies in. */
  readonly workflow: string | undefined;
  /** The tool use that progress entries name for it. */
  readonly progressToolUseId: string | undefined;
  readonly entries: readonly Entry[];
  readonly calls: readonly ToolCall[];
}

export interface AgentLink {
  /** Index of the thread that holds the call. */
  readonly parent: number;
  readonly call: ToolCall;
  readonly linkedBy: LinkWay;
}

/** The evidence that does not need guessing; threads without any are left undefined. */
export function linkByNames(threads: readonly LinkableThread[]): (AgentLink | undefined)[] {
  // No call starts the main thread: of that alone, the calls need not be looked at.
  if (threads.every(({ agentId }) => agentId === undefined)) return threads.map(() => undefined);
  const index = indexCalls(threads);
  return threads.map((thread, own) => {
    if (thread.agentId === undefined) return undefined;
    const ways: readonly (readonly [LinkWay, FoundCall | undefined])[] = [
      ['agentId', index.byAgentId.get(thread.agentId) ?? index.byAgentId.get(memberIdOf(thread) ?? '')],
      ['meta', index.byId.get(stringField(thread.meta, 'toolUseId') ?? '')],
      ['progress', index.byId.get(thread.progressToolUseId ?? '')],
      ['workflow', index.byRun.get(thread.workflow ?? '')],
    ];
    // A fork of an agent copies its calls: an agent never starts itself.
    const way = ways.find(([, found]) => found && found.parent !== own);
    return way?.[1] && { ...way[1], linkedBy: way[0] };
  });
}

/**
 * Links what is left by equal prompts, each call once, earlier agents to earlier calls. Returns the threads whose prompt
 * some call has, but no free one.
 */
export function linkByPrompts(
  threads: readonly LinkableThread[],
  links: (AgentLink | undefined)[],
  canLink: (thread: number) => boolean,
): Set<number> {
  const waiting = threads.flatMap((thread, own) => {
    if (links[own] || thread.agentId === undefined || !canLink(own)) return [];
    return [{ own, prompt: threadPrompt(thread), at: firstTime(thread.entries) }];
  });
  if (waiting.length === 0) return new Set();
  const taken = new Set(links.flatMap((link) => link?.call ?? []));
  const free = new Map<string, FoundCall[]>();
  for (const found of allCalls(threads)) {
    const prompt = promptOf(found.call);
    if (prompt === undefined) continue;
    const list = free.get(prompt) ?? [];
    if (!taken.has(found.call) && found.call.status !== 'rejected') list.push(found);
    free.set(prompt, list);
  }
  for (const list of free.values()) list.sort((a, b) => byTime(a.call.startedAt, b.call.startedAt)).reverse();
  const left = new Set<number>();
  for (const { own, prompt } of waiting.sort((a, b) => byTime(a.at, b.at))) {
    const list = prompt === undefined ? undefined : free.get(prompt);
    // An agent may pass its own prompt on: its own calls did not start it.
    const at = list?.findLastIndex((found) => found.parent !== own) ?? -1;
    const found = at < 0 ? undefined : list?.splice(at, 1)[0];
    if (found) links[own] = { ...found, linkedBy: 'prompt' };
    else if (list) left.add(own);
  }
  return left;
}

/** The text that an agent was given, undefined where its file does not hold it. */
export function threadPrompt(thread: Pick<LinkableThread, 'entries'>): string | undefined {
  const first = thread.entries.find((entry) => entry.value.type === 'user');
  return first && sentPrompt(first);
}

interface FoundCall {
  readonly parent: number;
  readonly call: ToolCall;
}

interface CallIndex {
  readonly byId: ReadonlyMap<string, FoundCall>;
  readonly byAgentId: ReadonlyMap<string, FoundCall>;
  readonly byRun: ReadonlyMap<string, FoundCall>;
}

function* allCalls(threads: readonly LinkableThread[]): Generator<FoundCall> {
  for (const [parent, thread] of threads.entries()) for (const call of thread.calls) yield { parent, call };
}

function indexCalls(threads: readonly LinkableThread[]): CallIndex {
  const byId = new Map<string, FoundCall>();
  const byAgentId = new Map<string, FoundCall>();
  const byRun = new Map<string, FoundCall>();
  for (const found of allCalls(threads)) {
    const { call } = found;
    if (!byId.has(call.id)) byId.set(call.id, found);
    const agentId = startedAgentId(call);
    // A later call with the same id resumed the agent; one of another tool may only speak of it.
    const known = agentId === undefined ? undefined : byAgentId.get(agentId);
    if (agentId !== undefined && (!known || (isAgentTool(call.name) && !isAgentTool(known.call.name)))) {
      byAgentId.set(agentId, found);
    }
    const result = asObject(call.toolUseResult);
    const run = stringField(result, 'runId') ?? stringField(result, 'run_id');
    if (run !== undefined && !byRun.has(run)) byRun.set(run, found);
  }
  return { byId, byAgentId, byRun };
}

// Members of a team are named `name@team` in the result of the call that started them.
function memberIdOf(thread: LinkableThread): string | undefined {
  const first = thread.entries.find((entry) => typeof entry.value.teamName === 'string')?.value;
  const name = stringField(thread.meta, 'name') ?? stringField(first, 'agentName');
  const team = stringField(thread.meta, 'teamName') ?? stringField(first, 'teamName');
  return name === undefined || team === undefined ? undefined : `${name}@${team}`;
}

function promptOf(call: ToolCall): string | undefined {
  const prompt = isAgentTool(call.name) ? stringField(call.input, 'prompt') : undefined;
  return prompt === undefined ? undefined : normalPrompt(prompt);
}

function firstTime(entries: readonly Entry[]): number | undefined {
  for (const entry of entries) {
    const time = timeOf(entry);
    if (time !== undefined) return time;
  }
  return undefined;
}

function byTime(a: number | undefined, b: number | undefined): number {
  return (a ?? Number.MAX_VALUE) - (b ?? Number.MAX_VALUE);
}

// Gathers every thread of a session: the main one first, then agents with files, embedded ones, and those known by progress only.
import { asObject, type JsonObject, stringField } from '../base/json.ts';
import type { Entry } from '../log/line.ts';
import type { LinkableThread } from './agent-links.ts';
import type { AgentThread, ThreadLines } from './agents.ts';
import { normalPrompt, progressThreads, splitAgentFile, splitMain } from './split-threads.ts';
import { pairToolCalls, type ToolCall } from './tool-calls.ts';
import { isAgentTool } from './tool-view/view-agent-call.ts';

export interface Thread extends LinkableThread {
  readonly source: 'main' | 'file' | 'embedded' | 'progress';
  readonly file: string | undefined;
}

export function collectThreads(main: ThreadLines, agents: readonly AgentThread[]): Thread[] {
  const split = splitMain(main.entries);
  const calls = split.own.length === main.entries.length ? main.calls : undefined;
  const threads: Thread[] = [threadOf('main', undefined, split.own, { calls })];
  const embedded = [...split.embedded];
  for (const agent of agents) {
    const { agentId, entries, file, meta } = agent;
    const all = pairToolCalls(entries).calls;
    const { own, embedded: inside } = splitAgentFile(entries, agentId, agentPrompts(all));
    // Nearly always the file holds nothing but its own agent: then its calls are paired already.
    const paired = own.length === entries.length ? all : undefined;
    threads.push(threadOf('file', agentId, own, { file, meta, calls: paired }));
    for (const thread of inside) embedded.push(thread);
  }
  const known = new Set(agents.map((agent) => agent.agentId));
  for (const thread of embedded) {
    // The same agent may have a file too: then that is the whole, and what others hold of it a copy.
    if (thread.agentId !== undefined && known.has(thread.agentId)) continue;
    const agentId = thread.agentId ?? `embedded-${threads.length}`;
    known.add(agentId);
    threads.push(threadOf('embedded', agentId, thread.entries));
  }
  return withProgress(threads);
}

/** Joins what the progress entries of all threads tell: the tool use of known agents, and agents that are nowhere else. */
function withProgress(threads: readonly Thread[]): Thread[] {
  const progress = new Map(
    threads.flatMap((thread) => progressThreads(thread.entries)).map((told) => [told.agentId, told]),
  );
  const joined = threads.map((thread): Thread => {
    const told = progress.get(thread.agentId ?? '');
    if (told) progress.delete(told.agentId);
    return told ? { ...thread, progressToolUseId: told.toolUseId } : thread;
  });
  for (const told of progress.values()) {
    joined.push({ ...threadOf('progress', told.agentId, told.entries), progressToolUseId: told.toolUseId });
  }
  return joined;
}

function threadOf(
  source: Thread['source'],
  agentId: string | undefined,
  entries: readonly Entry[],
  from: {
    readonly file?: string;
    readonly meta?: JsonObject | undefined;
    readonly calls?: readonly ToolCall[] | undefined;
  } = {},
): Thread {
  let { calls } = from;
  return {
    source,
    agentId,
    entries,
    // Where there is nothing to be linked, mostly nobody asks.
    get calls() {
      calls ??= pairToolCalls(entries).calls;
      return calls;
    },
    file: from.file,
    meta: asObject(from.meta),
    workflow: WORKFLOW.exec(from.file ?? '')?.[1],
    progressToolUseId: undefined,
  };
}

const WORKFLOW = /[/\\]subagents[/\\]workflows[/\\]([^/\\]+)[/\\]/;

function agentPrompts(calls: readonly ToolCall[]): Set<string> {
  const prompts = new Set<string>();
  for (const call of calls) {
    const prompt = isAgentTool(call.name) ? normalPrompt(stringField(call.input, 'prompt') ?? '') : undefined;
    if (prompt !== undefined) prompts.add(prompt);
  }
  return prompts;
}

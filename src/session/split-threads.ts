// Parts a file into threads: its own entries, the agents embedded in it, and those that only progress entries tell of.
import { isObject, objectField, stringField } from '../base/json.ts';
import { contentText } from '../log/block.ts';
import { isSidechain, messageOf, parentUuidOf, uuidOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';

export interface EmbeddedThread {
  /** The agent's id where the entries name it; those of 2.0.14 and before do not [F2]. */
  readonly agentId: string | undefined;
  readonly entries: readonly Entry[];
}

export interface SplitThreads {
  readonly own: readonly Entry[];
  readonly embedded: readonly EmbeddedThread[];
}

/** Agents of old clients stand in the main file, a root each, and may run interleaved [F2] [G10]. */
export function splitMain(entries: readonly Entry[]): SplitThreads {
  const hasMain = entries.some((entry) => !isSidechain(entry) && uuidOf(entry) !== undefined);
  return hasMain ? split(entries, undefined, isSidechain) : { own: entries, embedded: [] };
}

/** In an agent's file, entries that name another agent, and later roots that open with one of `prompts`, are not its own. */
export function splitAgentFile(
  entries: readonly Entry[],
  agentId: string,
  prompts: ReadonlySet<string>,
): SplitThreads {
  const named = entries.some((entry) => entry.value.agentId === agentId);
  const first = entries.find((entry) => uuidOf(entry) !== undefined);
  // Without the prompt of an agent of its own, no root in the file can be another's.
  const roots = prompts.size > 0 ? rootsOf(entries, () => true) : new Map<Entry, Entry>();
  return split(entries, agentId, (entry) => {
    const other = stringField(entry.value, 'agentId');
    if (named && other !== undefined && other !== agentId) return true;
    const root = roots.get(entry);
    if (!root || root === first || root.value.type !== 'user' || parentUuidOf(root) !== undefined)
      return false;
    return prompts.has(sentPrompt(root) ?? '');
  });
}

/** The text a user entry opens with, as it compares with the prompt of the call that sent it. */
export function sentPrompt(entry: Entry): string | undefined {
  const text = contentText(messageOf(entry)?.content).trim();
  const wrapped = TEAMMATE.exec(text)?.[1];
  return normalPrompt(wrapped ?? text);
}

export function normalPrompt(text: string): string | undefined {
  const plain = text.replaceAll('\r\n', '\n').trim();
  return plain === '' ? undefined : plain;
}

// A member of a team gets its prompt as a message from the leader.
const TEAMMATE = /^<teammate-message[^>]{0,2000}>\n?([\s\S]*)<\/teammate-message>$/;

export interface ProgressThread {
  readonly agentId: string;
  readonly toolUseId: string | undefined;
  /** The agent's entries as the progress lines hold them: place and bytes are those of the progress line. */
  readonly entries: readonly Entry[];
}

/** The agents that `agent_progress` entries (2.1.9–2.1.81) report on; for many nothing else is left [K3]. */
export function progressThreads(entries: readonly Entry[]): ProgressThread[] {
  const threads = new Map<string, ProgressThread & { entries: Entry[] }>();
  for (const entry of entries) {
    if (entry.value.type !== 'progress') continue;
    const data = objectField(entry.value, 'data');
    const agentId = stringField(data, 'agentId');
    if (data?.type !== 'agent_progress' || agentId === undefined) continue;
    let thread = threads.get(agentId);
    if (!thread) {
      const toolUseId = stringField(entry.value, 'parentToolUseID') ?? stringField(entry.value, 'toolUseID');
      thread = { agentId, toolUseId, entries: [] };
      threads.set(agentId, thread);
    }
    if (isObject(data.message)) thread.entries.push({ ...entry, value: data.message });
  }
  return [...threads.values()];
}

function split(
  entries: readonly Entry[],
  ownId: string | undefined,
  isForeign: (entry: Entry) => boolean,
): SplitThreads {
  const own: Entry[] = [];
  const groups = new Map<string | Entry, { agentId: string | undefined; entries: Entry[] }>();
  const roots = rootsOf(entries, isForeign);
  for (const entry of entries) {
    const root = roots.get(entry);
    if (!root) {
      own.push(entry);
      continue;
    }
    const named = stringField(entry.value, 'agentId');
    const agentId = named === ownId ? undefined : named;
    const key = agentId ?? root;
    const group = groups.get(key);
    if (group) group.entries.push(entry);
    else groups.set(key, { agentId, entries: [entry] });
  }
  return { own, embedded: [...groups.values()] };
}

// The topmost foreign entry above each foreign one. Walks with a list, not by recursion; a cycle ends where it closes.
function rootsOf(entries: readonly Entry[], isForeign: (entry: Entry) => boolean): Map<Entry, Entry> {
  const foreign = entries.filter(isForeign);
  if (foreign.length === 0) return new Map();
  const byUuid = new Map<string, Entry>();
  for (const entry of foreign) {
    const uuid = uuidOf(entry);
    if (uuid !== undefined && !byUuid.has(uuid)) byUuid.set(uuid, entry);
  }
  const roots = new Map<Entry, Entry>();
  for (const entry of foreign) {
    const path = new Set<Entry>();
    let at: Entry = entry;
    while (!roots.has(at) && !path.has(at)) {
      path.add(at);
      at = byUuid.get(parentUuidOf(at) ?? '') ?? at;
    }
    const root = roots.get(at) ?? at;
    for (const passed of path) roots.set(passed, root);
  }
  return roots;
}

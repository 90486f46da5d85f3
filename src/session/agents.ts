// The tree of a session's workers: the main thread, its agents, their agents; with totals, and what is missing [T5].
import { asObject, type JsonObject, stringField } from '../base/json.ts';
import { sessionIdOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { type AgentRole, type AgentStatus, agentRole, agentStatus, lastNotices } from './agent-facts.ts';
import { type AgentLink, type LinkWay, linkByNames, linkByPrompts, threadPrompt } from './agent-links.ts';
import { collectThreads, type Thread } from './agent-threads.ts';
import { INTERNAL_REASONS, type InternalKind, internalKind } from './internal-agent.ts';
import { type MissingAgent, missingAgents } from './missing-agents.ts';
import { type RolledTotals, rollUp } from './roll-up.ts';
import { listTaskNotifications } from './task-notification.ts';
import type { ThreadTotals } from './thread-totals.ts';
import type { ToolCall } from './tool-calls.ts';

/** The entries of a session's main file. */
export interface ThreadLines {
  readonly entries: readonly Entry[];
  /** Those of all its entries, where they were paired already. */
  readonly calls?: readonly ToolCall[] | undefined;
}

/** An agent's file, in any layout [F2]. */
export interface AgentThread {
  readonly agentId: string;
  readonly file: string;
  readonly entries: readonly Entry[];
  readonly meta?: JsonObject | undefined;
}

export type UnlinkedReason = 'empty' | 'no-session' | 'other-session' | 'call-taken' | 'no-call' | 'cycle';

const UNLINKED_REASONS: Readonly<Record<UnlinkedReason, string>> = {
  empty: 'The file holds no entries.',
  'no-session': 'The file of the session that it names is not there.',
  'other-session': 'Its entries name another session.',
  'call-taken': 'Each call with this prompt has its agent already.',
  'no-call': 'No call in the session names it or has its prompt.',
  cycle: 'The calls that name it lead back to itself.',
};

/** One agent, the call that started it and the agents it started. */
export interface AgentNode {
  /** The client's id; `embedded-<n>` for agents inside a main file that have none [F2]. */
  readonly agentId: string;
  /** Where its entries are: a file of its own, another thread's file, or only progress entries. */
  readonly source: Thread['source'];
  readonly file: string | undefined;
  readonly entries: readonly Entry[];
  readonly calls: readonly ToolCall[];
  readonly meta: JsonObject | undefined;
  readonly state: 'linked' | 'internal' | 'unlinked';
  readonly role: AgentRole;
  readonly agentType: string | undefined;
  readonly description: string | undefined;
  readonly prompt: string | undefined;
  /** The call that started it, and how we know; undefined unless linked. */
  readonly call: ToolCall | undefined;
  readonly linkedBy: LinkWay | undefined;
  readonly internal: InternalKind | undefined;
  readonly unlinked: UnlinkedReason | undefined;
  /** A sentence that says why it is internal or unlinked. */
  readonly reason: string | undefined;
  /** Started in the background; its end is reported by a notification. */
  readonly isAsync: boolean;
  readonly status: AgentStatus;
  /** Its own figures, and those with all of its descendants, each message once. */
  readonly own: ThreadTotals;
  readonly total: ThreadTotals;
  readonly children: readonly AgentNode[];
}

/** The agents of a session below the threads that started them. */
export interface AgentTree {
  readonly main: { readonly entries: readonly Entry[]; readonly calls: readonly ToolCall[] };
  /** The main thread alone, and with every agent, the internal and unlinked ones too. */
  readonly own: ThreadTotals;
  readonly total: ThreadTotals;
  /** The agents that the main thread started. */
  readonly children: readonly AgentNode[];
  readonly internal: readonly AgentNode[];
  readonly unlinked: readonly AgentNode[];
  /** Calls whose agent's file is not there. */
  readonly missing: readonly MissingAgent[];
  /** All agents, parents before children. */
  readonly all: readonly AgentNode[];
}

/** Finds for each agent the call that started it [T5]. */
export function linkAgents(main: ThreadLines, agents: readonly AgentThread[]): AgentTree {
  const threads = collectThreads(main, agents);
  const links = linkByNames(threads);
  const internal = threads.map((thread, at) =>
    at === 0 || links[at] ? undefined : internalKind(thread.agentId ?? '', thread.entries),
  );
  const taken = linkByPrompts(threads, links, (at) => internal[at] === undefined);
  const cyclic = cutCycles(links);
  // They tell how agents ended: without any, there is nothing to look for.
  const told = threads.length > 1 ? threads : [];
  const notices = lastNotices(told.flatMap((thread) => listTaskNotifications(thread.entries)));
  const order = parentsFirst(links);
  // Adding up costs as much as linking, and many ask for links alone.
  let rolled: readonly RolledTotals[] | undefined;
  let missing: readonly MissingAgent[] | undefined;
  const totals = (at: number): RolledTotals => {
    rolled ??= rollUp(threads, links, order);
    return rolled[at] as RolledTotals;
  };
  const sessions = new Set(main.entries.map(sessionIdOf));
  const nodes = threads.map((thread, at): Draft => {
    const link = links[at];
    const kind = internal[at];
    const unlinked =
      link || kind ? undefined : unlinkedReason(thread, sessions, taken.has(at), cyclic.has(at));
    return {
      ...describeThread(thread, link),
      state: link ? 'linked' : kind ? 'internal' : 'unlinked',
      internal: kind,
      unlinked,
      reason: kind ? INTERNAL_REASONS[kind] : unlinked && UNLINKED_REASONS[unlinked],
      status: agentStatus(thread.agentId ?? '', link?.call, notices),
      get calls() {
        return thread.calls;
      },
      get own() {
        return totals(at).own;
      },
      get total() {
        return totals(at).total;
      },
      children: [],
    };
  });
  for (const at of order) {
    const link = links[at];
    if (link) nodes[link.parent]?.children.push(nodes[at] as Draft);
  }
  const all = order.filter((at) => at !== 0).map((at) => nodes[at] as Draft);
  const [mainThread, mainNode] = [threads[0] as Thread, nodes[0] as Draft];
  return {
    main: {
      entries: mainThread.entries,
      get calls() {
        return mainThread.calls;
      },
    },
    get own() {
      return mainNode.own;
    },
    get total() {
      return totals(0).all as ThreadTotals;
    },
    children: mainNode.children,
    internal: all.filter((node) => node.state === 'internal'),
    unlinked: all.filter((node) => node.state === 'unlinked'),
    get missing() {
      missing ??= missingAgents(threads, links);
      return missing;
    },
    all,
  };
}

interface Draft extends AgentNode {
  children: AgentNode[];
}

type Description = Omit<
  AgentNode,
  'state' | 'internal' | 'unlinked' | 'reason' | 'status' | 'calls' | 'own' | 'total' | 'children'
>;

function describeThread(thread: Thread, link: AgentLink | undefined): Description {
  const { agentId, source, file, entries, meta } = thread;
  const call = link?.call;
  const result = asObject(call?.toolUseResult);
  return {
    agentId: agentId ?? '',
    source,
    file,
    entries,
    meta,
    role: agentRole(thread, call),
    agentType:
      stringField(meta, 'agentType') ??
      stringField(call?.input, 'subagent_type') ??
      stringField(result, 'agentType'),
    description: stringField(call?.input, 'description') ?? stringField(meta, 'description'),
    prompt: threadPrompt(thread) ?? stringField(call?.input, 'prompt'),
    call,
    linkedBy: link?.linkedBy,
    isAsync: result?.isAsync === true || result?.status === 'async_launched',
  };
}

function unlinkedReason(
  thread: Thread,
  sessions: ReadonlySet<string | undefined>,
  taken: boolean,
  cyclic: boolean,
): UnlinkedReason {
  if (thread.entries.length === 0) return 'empty';
  if (cyclic) return 'cycle';
  if (sessions.size === 0) return 'no-session';
  if (taken) return 'call-taken';
  const named = thread.entries.map(sessionIdOf).filter((id) => id !== undefined);
  return named.length > 0 && !named.some((id) => sessions.has(id)) ? 'other-session' : 'no-call';
}

// Links that lead in a circle occur only in damaged or hostile files: the link that closes the circle is cut.
function cutCycles(links: (AgentLink | undefined)[]): Set<number> {
  const cut = new Set<number>();
  const done = new Set<number>([0]);
  for (let start = 1; start < links.length; start++) {
    const path = new Set<number>();
    let at: number | undefined = start;
    while (at !== undefined && !done.has(at)) {
      path.add(at);
      const up: number | undefined = links[at]?.parent;
      if (up !== undefined && path.has(up)) {
        links[at] = undefined;
        cut.add(at);
        break;
      }
      at = up;
    }
    for (const passed of path) done.add(passed);
  }
  return cut;
}

function parentsFirst(links: readonly (AgentLink | undefined)[]): number[] {
  const children = links.map((): number[] => []);
  const order: number[] = [];
  for (const [at, link] of links.entries()) {
    if (link) children[link.parent]?.push(at);
    else order.push(at);
  }
  // The list grows while it is walked: each thread brings its children behind it.
  for (let at = 0; at < order.length; at++)
    for (const child of children[order[at] as number] ?? []) order.push(child);
  return order;
}

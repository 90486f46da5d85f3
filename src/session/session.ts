// A session as clew understands it: its lines, their graph, and for every branch the messages and turns along it.
import { encodeUtf8 } from '../base/bytes.ts';
import type { Entry, Line, UnreadableLine } from '../log/line.ts';
import type { ThreadKind } from './active-leaf.ts';
import { type Branch, branchEntries, listBranches } from './branches.ts';
import { buildGraph, type Graph } from './graph.ts';
import { joinMessages, type Message } from './messages.ts';
import type { Problem } from './problem.ts';
import { groupTurns, type Turn } from './turns.ts';

/** The entries of one worker: the main thread, or one agent with a file of its own. */
export interface Thread {
  readonly kind: ThreadKind;
  readonly lines: readonly Line[];
  /** The readable lines, in file order, and the objects of joined ones. */
  readonly entries: readonly Entry[];
  readonly graph: Graph;
  readonly branches: readonly Branch[];
  readonly problems: readonly Problem[];
}

/** Lines with their entries linked: what there is of a thread before anyone asks for its branches. */
export type LinkedLines = Pick<Thread, 'kind' | 'lines' | 'entries' | 'graph'>;

/** One branch, read as a conversation. */
export interface Conversation {
  readonly entries: readonly Entry[];
  readonly messages: readonly Message[];
  readonly turns: readonly Turn[];
}

/** Builds the model of one file's lines. */
export function buildThread(lines: readonly Line[], kind: ThreadKind = 'main'): Thread {
  const entries = readEntries(lines);
  const graph = buildGraph(entries);
  const branches = listBranches(graph, entries, kind);
  return { kind, lines, entries, graph, branches, problems: [...unreadable(lines), ...graph.problems] };
}

/** The readable lines, in file order, and the objects of joined ones. */
export function readEntries(lines: readonly Line[]): Entry[] {
  const entries: Entry[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line;
    if (line.kind === 'entry') entries.push(line);
    else if (line.kind === 'unreadable') for (const part of partEntries(line)) entries.push(part);
  }
  return entries;
}

/** The branch that a resume would continue. */
export function activeBranch(thread: Thread): Branch | undefined {
  return thread.branches.find((branch) => branch.active) ?? thread.branches.at(-1);
}

/** Reads a branch (by default the active one) as messages and turns. */
export function readConversation(
  thread: Thread,
  branch: Branch | undefined = activeBranch(thread),
): Conversation {
  const entries = branchEntries(branch);
  const turns = groupTurns(entries);
  let messages: readonly Message[] | undefined;
  return {
    entries,
    // Most readers ask for turns alone, which have their own.
    get messages() {
      messages ??= messagesOfTurns(turns) ?? joinMessages(entries);
      return messages;
    },
    turns,
  };
}

/** Undefined where the lines of a message stand in two turns [M5], which has halves of it then. */
function messagesOfTurns(turns: readonly Turn[]): readonly Message[] | undefined {
  const messages: Message[] = [];
  const ids = new Set<string>();
  let named = 0;
  for (const turn of turns) {
    for (const message of turn.messages) {
      messages.push(message);
      if (message.id === undefined) continue;
      ids.add(message.id);
      if (ids.size < ++named) return undefined;
    }
  }
  return messages;
}

// The whole objects of a joined line are as good as lines of their own [L1]; the problem beside them names the line.
function partEntries(line: UnreadableLine): Entry[] {
  return line.parts.map(({ value, text }) => ({
    kind: 'entry',
    place: line.place,
    raw: encodeUtf8(text),
    terminated: true,
    value,
  }));
}

function unreadable(lines: readonly Line[]): Problem[] {
  return lines
    .filter((line) => line.kind === 'unreadable')
    .map((line) => ({
      rule: 'L1',
      severity: 'warning',
      place: line.place,
      message: `Line ${line.place.line} is not an entry (${line.reason}); it is kept as it is.`,
    }));
}

// Lays a session out as one line of conversation: what the client would resume, in its own order, and what lies beside it.
import { stringField } from '../base/json.ts';
import { walkResumePath } from '../context/resume-path.ts';
import { entryBlocks, isText, isToolResult, isToolUse } from '../log/block.ts';
import { parentUuidOf, sessionIdOf, uuidOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { Thread } from '../session/session.ts';
import { groupTurns } from '../session/turns.ts';
import type { Changes, CutItem, CutSession } from './cut-session.ts';
import { dropRepeats } from './drop-repeats.ts';
import { gatherMessages } from './gather-messages.ts';

export interface LayOut {
  readonly session: CutSession;
  /** Lines of the source that have no part in the conversation, by reason. */
  readonly left: Changes;
}

/** `leaf` is the uuid to end at; by default the entry that the newest client would resume. */
export function layOutSession(thread: Thread, leaf?: string): LayOut {
  const end = leaf === undefined ? undefined : linkedAt(thread, leaf);
  const walked = walkResumePath(thread.lines, end).map(aloneOnLine(thread));
  const spoken = walked.filter((entry) => !isBlankAnswer(entry));
  const path = gatherMessages(dropRepeats(spoken));
  const turnOf = numberTurns(path);
  const onPath = new Map(walked.map((entry) => [uuidOf(entry), entry]));
  const left: Record<string, number> = {};
  if (walked.length > spoken.length) left.blankAnswers = walked.length - spoken.length;
  if (spoken.length > path.length) left.repeatedLines = spoken.length - path.length;
  const beside = sortBeside(thread, new Set(walked), onPath, left);
  const items: CutItem[] = beside.first.map((entry) => ({
    value: entry.value,
    entry,
    role: 'beside',
    turn: 0,
  }));
  for (const entry of path) {
    const turn = turnOf.get(entry) ?? 0;
    items.push({ value: entry.value, entry, role: 'chain', turn });
    for (const other of beside.after.get(entry) ?? [])
      items.push({ value: other.value, entry: other, role: 'beside', turn });
  }
  const sessionId = thread.entries.map(sessionIdOf).findLast((id) => id !== undefined) ?? '';
  return { session: { sessionId, items }, left };
}

// Some answers begin with a line of two newlines. Newer clients leave it out; to 2.0.64 it is sent, and the API refuses it [R5].
function isBlankAnswer(entry: Entry): boolean {
  if (entry.value.type !== 'assistant') return false;
  const blocks = entryBlocks(entry);
  return blocks.length > 0 && blocks.every((block) => isText(block) && block.text.trim() === '');
}

// A branch may end in progress, which no client walks: the conversation ends above it.
function linkedAt(thread: Thread, leaf: string): string {
  let node = thread.graph.byUuid.get(leaf);
  while (node?.parent && !TALK.has(String(node.entry.value.type))) node = node.parent;
  return node?.uuid ?? leaf;
}

const TALK: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment']);

// Of objects joined on one line the client reads the first; written alone, it must not bring the others along [L1].
function aloneOnLine(thread: Thread): (entry: Entry) => Entry {
  const own = new Set(thread.entries);
  const parts = new Map(thread.entries.map((entry) => [`${entry.place.line} ${uuidOf(entry)}`, entry]));
  return (entry) => (own.has(entry) ? entry : (parts.get(`${entry.place.line} ${uuidOf(entry)}`) ?? entry));
}

// A prompt typed between a call and its result opens a turn; the result still belongs to the turn of its call, so that
// no cut by turns parts them.
function numberTurns(path: readonly Entry[]): Map<Entry, number> {
  const turnOf = new Map<Entry, number>();
  for (const turn of groupTurns(path)) for (const entry of turn.entries) turnOf.set(entry, turn.number);
  const turnOfCall = new Map<string, number>();
  for (const entry of path) {
    for (const block of entryBlocks(entry)) {
      if (isToolUse(block)) turnOfCall.set(block.id, turnOf.get(entry) ?? 0);
      const asked = isToolResult(block) ? turnOfCall.get(block.tool_use_id) : undefined;
      if (asked !== undefined) turnOf.set(entry, asked);
    }
  }
  return turnOf;
}

interface Beside {
  readonly first: readonly Entry[];
  /** Entries beside the chain, by the last link that stands before them in the file. */
  readonly after: ReadonlyMap<Entry, readonly Entry[]>;
}

function sortBeside(
  thread: Thread,
  path: ReadonlySet<Entry>,
  onPath: ReadonlyMap<string | undefined, Entry>,
  left: Record<string, number>,
): Beside {
  const first: Entry[] = [];
  const after = new Map<Entry, Entry[]>();
  let last: Entry | undefined;
  const unreadable = thread.lines.filter(
    (line) => line.kind === 'unreadable' && line.parts.length === 0,
  ).length;
  if (unreadable > 0) left.unreadableLines = unreadable;
  for (const entry of thread.entries) {
    if (path.has(entry)) {
      if (!isBlankAnswer(entry)) last = entry;
      continue;
    }
    const reason = reasonToLeave(entry, thread, path, onPath);
    if (reason) left[reason] = (left[reason] ?? 0) + 1;
    else if (!last) first.push(entry);
    else if (after.has(last)) after.get(last)?.push(entry);
    else after.set(last, [entry]);
  }
  return { first, after };
}

function reasonToLeave(
  entry: Entry,
  thread: Thread,
  path: ReadonlySet<Entry>,
  onPath: ReadonlyMap<string | undefined, Entry>,
): string | undefined {
  const { type } = entry.value;
  const uuid = uuidOf(entry);
  if (uuid !== undefined) {
    if (onPath.has(uuid)) return 'repeatedLines';
    if (entry.value.isSidechain === true && thread.kind === 'main') return 'sidechainEntries';
    // Progress, hooks and attachments hang beside the chain; a conversation that went another way stays behind.
    const hangs = type !== 'user' && type !== 'assistant' && onPath.has(parentUuidOf(entry));
    return hangs || isProgressOf(entry, thread, path) ? undefined : 'otherBranches';
  }
  const named = stringField(entry.value, 'messageId');
  if (named !== undefined && thread.graph.byUuid.has(named) && !onPath.has(named)) return 'otherBranches';
  return undefined;
}

// Progress entries hang on one another; what counts is the link that the first of them hangs on.
function isProgressOf(entry: Entry, thread: Thread, path: ReadonlySet<Entry>): boolean {
  if (entry.value.type !== 'progress') return false;
  let node = thread.graph.byUuid.get(uuidOf(entry) ?? '');
  while (node && node.entry.value.type === 'progress') node = node.parent;
  return node !== undefined && path.has(node.entry);
}

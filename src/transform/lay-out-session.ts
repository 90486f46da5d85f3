// Lays a session out as one line of conversation: what the client would resume, in its own order, and what lies beside it.
import { asWords, stringField } from '../base/json.ts';
import { type ResumeWalk, walkResumePath } from '../context/resume-path.ts';
import { entryBlocks, isToolResult, isToolUse } from '../log/block.ts';
import { parentUuidOf, sessionIdOf, uuidOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { LinkedLines } from '../session/session.ts';
import { numberTurns } from '../session/turns.ts';
import type { Changes, CutItem, CutSession } from './cut-session.ts';
import { dropRepeats } from './drop-repeats.ts';
import { gatherMessages } from './gather-messages.ts';
import { isBlankAnswer } from './is-blank-answer.ts';
import { layOutPlain } from './lay-out-plain.ts';

export interface LayOut {
  readonly session: CutSession;
  /** Lines of the source that have no part in the conversation, by reason. */
  readonly left: Changes;
  /** The entries on the client's own path, from the first to the leaf. */
  readonly walked: readonly Entry[];
  /** Its links were not whole: the client has to find its way by time [R4]. */
  readonly isBroken: boolean;
  /** How many turns begin. */
  readonly turns: number;
  /** Whether the last entry begins a turn or not is decided by what follows it. */
  readonly waits: boolean;
}

/** What lies around the lines of one chapter of a file. */
export interface Around {
  /** The compaction boundary that the next chapter begins with: the conversation goes on there. */
  readonly next?: Entry;
  /** How many turns begin in the chapters before. */
  readonly turns: number;
  /** For an entry of another chapter before, whether it is on the path; undefined for one that is nowhere. */
  readonly isOnPath: (uuid: string) => boolean | undefined;
}

const NOTHING: Around = { turns: 0, isOnPath: () => undefined };

/** `leaf` is the uuid to end at; by default the entry that the newest client would resume. */
export function layOutSession(thread: LinkedLines, leaf?: string, around: Around = NOTHING): LayOut {
  const plain = leaf === undefined && around.next ? layOutPlain(thread, around.next, around) : undefined;
  return plain ?? layOutAny(thread, leaf, around);
}

/** The long way, for whatever there is. */
export function layOutAny(thread: LinkedLines, leaf: string | undefined, around: Around): LayOut {
  const { entries: walked, isBroken } = walk(thread, leaf, around.next);
  const spoken = walked.filter((entry) => !isBlankAnswer(entry));
  const path = gatherMessages(dropRepeats(spoken));
  const { numbers, count, waits } = numberTurns(path);
  const turnOf = new Map<Entry, number>();
  for (const [i, entry] of path.entries()) turnOf.set(entry, around.turns + (numbers[i] ?? 0));
  joinCallTurns(path, turnOf);
  const onPath = new Map<string | undefined, Entry>();
  for (const entry of walked) onPath.set(uuidOf(entry), entry);
  const left: Record<string, number> = {};
  if (walked.length > spoken.length) left.blankAnswers = walked.length - spoken.length;
  if (spoken.length > path.length) left.repeatedLines = spoken.length - path.length;
  const isInside = uuidsOf(thread);
  const way: Path = { path: new Set(walked), kept: turnOf, onPath, isInside, isOnPath: around.isOnPath };
  const beside = sortBeside(thread, way, left);
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
  const named = thread.entries.findLast((entry) => sessionIdOf(entry) !== undefined);
  const sessionId = (named && sessionIdOf(named)) ?? '';
  return { session: { sessionId, items }, left, walked, isBroken, turns: count, waits };
}

function walk(thread: LinkedLines, leaf: string | undefined, next: Entry | undefined): ResumeWalk {
  const alone = aloneOnLine(thread);
  if (!next) {
    const end = leaf === undefined ? undefined : linkedAt(thread, leaf);
    const { entries, isBroken } = walkResumePath(thread.lines, end);
    return { entries: entries.map(alone), isBroken };
  }
  // What a boundary continues from is the client's rule, not ours: it is walked from the boundary itself.
  const { entries, isBroken } = walkResumePath([...thread.lines, next], uuidOf(next));
  return { entries: entries.slice(0, -1).map(alone), isBroken };
}

// A branch may end in progress, which no client walks: the conversation ends above it.
function linkedAt(thread: LinkedLines, leaf: string): string {
  let node = thread.graph.byUuid.get(leaf);
  while (node?.parent && !TALK.has(asWords(node.entry.value.type))) node = node.parent;
  return node?.uuid ?? leaf;
}

const TALK: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment']);

// Of objects joined on one line the client reads the first; written alone, it must not bring the others along [L1].
function aloneOnLine(thread: LinkedLines): (entry: Entry) => Entry {
  if (!thread.lines.some((line) => line.kind === 'unreadable')) return (entry) => entry;
  const own = new Set(thread.entries);
  const parts = new Map(thread.entries.map((entry) => [`${entry.place.line} ${uuidOf(entry)}`, entry]));
  return (entry) => (own.has(entry) ? entry : (parts.get(`${entry.place.line} ${uuidOf(entry)}`) ?? entry));
}

// A prompt typed between a call and its result opens a turn; the result still belongs to the turn of its call, so that
// no cut by turns parts them.
function joinCallTurns(path: readonly Entry[], turnOf: Map<Entry, number>): void {
  const turnOfCall = new Map<string, number>();
  for (const entry of path) {
    for (const block of entryBlocks(entry)) {
      if (isToolUse(block)) turnOfCall.set(block.id, turnOf.get(entry) ?? 0);
      const asked = isToolResult(block) ? turnOfCall.get(block.tool_use_id) : undefined;
      if (asked !== undefined) turnOf.set(entry, asked);
    }
  }
}

/** Says of a uuid whether an entry of these lines has it. */
function uuidsOf({ entries }: LinkedLines): (uuid: string) => boolean {
  let uuids: ReadonlySet<string | undefined> | undefined;
  return (uuid) => {
    uuids ??= new Set(entries.map(uuidOf));
    return uuids.has(uuid);
  };
}

interface Beside {
  readonly first: readonly Entry[];
  /** Entries beside the chain, by the last link that stands before them in the file. */
  readonly after: ReadonlyMap<Entry, readonly Entry[]>;
}

interface Path extends Pick<Around, 'isOnPath'> {
  /** Whether an entry of these lines has the uuid. */
  readonly isInside: (uuid: string) => boolean;
  /** All that is on it, and what of it stays. */
  readonly path: ReadonlySet<Entry>;
  readonly kept: ReadonlyMap<Entry, unknown>;
  readonly onPath: ReadonlyMap<string | undefined, Entry>;
}

function sortBeside(thread: LinkedLines, way: Path, left: Record<string, number>): Beside {
  const first: Entry[] = [];
  const after = new Map<Entry, Entry[]>();
  let last: Entry | undefined;
  const unreadable = thread.lines.filter(
    (line) => line.kind === 'unreadable' && line.parts.length === 0,
  ).length;
  if (unreadable > 0) left.unreadableLines = unreadable;
  for (const entry of thread.entries) {
    if (way.path.has(entry)) {
      if (way.kept.has(entry)) last = entry;
      continue;
    }
    const reason = reasonToLeave(entry, thread, way);
    if (reason) left[reason] = (left[reason] ?? 0) + 1;
    else if (!last) first.push(entry);
    else if (after.has(last)) after.get(last)?.push(entry);
    else after.set(last, [entry]);
  }
  return { first, after };
}

function reasonToLeave(
  entry: Entry,
  thread: LinkedLines,
  { path, onPath, isOnPath, isInside }: Path,
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
  if (named === undefined) return undefined;
  if (onPath.has(named)) return undefined;
  return isInside(named) || isOnPath(named) === false ? 'otherBranches' : undefined;
}

// Progress entries hang on one another; what counts is the link that the first of them hangs on.
function isProgressOf(entry: Entry, thread: LinkedLines, path: ReadonlySet<Entry>): boolean {
  if (entry.value.type !== 'progress') return false;
  let node = thread.graph.byUuid.get(uuidOf(entry) ?? '');
  while (node && node.entry.value.type === 'progress') node = node.parent;
  return node !== undefined && path.has(node.entry);
}

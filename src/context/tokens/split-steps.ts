// Cuts a branch into steps: what came in between two requests, with the events that can take tokens out of the context.
import {
  arrayField,
  isObject,
  type Json,
  type JsonObject,
  objectField,
  stringField,
} from '../../base/json.ts';
import { arrayBlocks, entryBlocks, isToolResult } from '../../log/block.ts';
import {
  isCompactBoundary,
  messageIdOf,
  messageOf,
  systemSubtypeOf,
  typeOf,
  uuidOf,
} from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import type { Message, MessageBlock } from '../../session/messages.ts';
import type { Conversation } from '../../session/session.ts';
import { tokenizerOf } from './estimate-text.ts';
import { type CallNames, listTokenItems, type SizedItem } from './list-token-items.ts';
import { answersOf, type MeasuredRequest } from './measure-requests.ts';

export interface Arrival extends SizedItem {
  /** A block of the answer to the request before, whose size its output tokens give. */
  readonly ofAnswer: boolean;
  /** Stands before the step's compaction boundary. */
  readonly beforeBoundary: boolean;
}

export interface Step {
  /** The request that first holds what arrived; undefined for what follows the last request. */
  readonly request: MeasuredRequest | undefined;
  readonly previous: MeasuredRequest | undefined;
  readonly arrivals: readonly Arrival[];
  /** The last boundary of a compaction in the step [G4]. */
  readonly boundary: Entry | undefined;
  /** Calls whose results the client cleared by itself, if a microcompaction is in the step. */
  readonly clearedCalls: readonly string[] | undefined;
  /** What the API says it left out of the request by itself. */
  readonly contextEdit: 'results' | 'thinking' | undefined;
  /** Text of a user came in: models may forget the thinking of the turn before. */
  readonly opensTurn: boolean;
}

/**
 * Takes a conversation stretch by stretch. No answer and no call may have lines in two stretches: what was said of those
 * before is forgotten but for what still waits for its request.
 */
export class StepSplitter {
  /** What came in since the last request. */
  #open: readonly Entry[] = [];
  #previous: MeasuredRequest | undefined;
  #calls: CallNames = new Map();
  #answered: Set<string> = new Set();
  #copies: ReadonlySet<string> = new Set();

  /** The steps that these requests, all of the stretch's own, complete; one by one, because together they take much room. */
  *add(conversation: Conversation, requests: readonly MeasuredRequest[]): Generator<Step> {
    this.#forget();
    const copies = repeatedBlocks(conversation);
    for (const key of this.#copies) copies.add(key);
    this.#copies = copies;
    const groups = [...this.outline(conversation, requests)];
    this.#open = groups.pop() ?? [];
    let i = 0;
    for (const request of requests) {
      const step = this.#makeStep(groups[i++] ?? [], request, request.model);
      this.#previous = request;
      yield step;
    }
  }

  /** The entries that came in before each of these requests, and what follows the last: steps without their sizes. */
  outline(conversation: Conversation, requests: readonly MeasuredRequest[]): readonly (readonly Entry[])[] {
    const [first = [], ...rest] = groupEntries(conversation, requests);
    return [[...this.#open, ...first], ...rest];
  }

  /** Takes a stretch that nobody needs the steps of; `open` is the last of its outline. */
  skip(open: readonly Entry[], last: MeasuredRequest | undefined): void {
    this.#open = open;
    this.#previous = last ?? this.#previous;
  }

  /** The last request so far. */
  get previous(): MeasuredRequest | undefined {
    return this.#previous;
  }

  /** What follows the last request. */
  end(): Step {
    return this.#makeStep(this.#open, undefined, this.#previous?.model ?? '');
  }

  #makeStep(entries: readonly Entry[], request: MeasuredRequest | undefined, model: string): Step {
    const previous = this.#previous;
    const tokenizer = tokenizerOf(model);
    const boundaryAt = entries.findLastIndex(isCompactBoundary);
    const arrivals: Arrival[] = [];
    let at = 0;
    for (const entry of entries) {
      const beforeBoundary = at++ < boundaryAt;
      const ofAnswer = previous !== undefined && isLineOf(entry, previous.message);
      for (const sized of listTokenItems(entry, tokenizer, this.#calls)) {
        if (isCopy(sized, this.#copies, this.#answered)) continue;
        const { item, estimate, elastic } = sized;
        arrivals.push({ item, estimate, elastic, ofAnswer, beforeBoundary });
      }
      for (const block of arrayBlocks(messageOf(entry)?.content))
        if (isToolResult(block)) this.#answered.add(block.tool_use_id);
    }
    return {
      request,
      previous,
      arrivals,
      boundary: boundaryAt < 0 ? undefined : entries[boundaryAt],
      clearedCalls: clearedCalls(entries),
      contextEdit: request && contextEdit(request),
      opensTurn: entries.some(isUserText),
    };
  }

  #forget(): void {
    // What went into a summary before any request held it never has a size: only what the boundary keeps can.
    const boundaryAt = this.#open.findLastIndex(isCompactBoundary);
    const boundary = this.#open[boundaryAt];
    if (boundary) {
      const { uuids, head } = preservedTail(boundary);
      if (uuids.size === 0 && head === undefined) this.#open = this.#open.slice(boundaryAt);
    }
    const ids = new Set(this.#open.flatMap((entry) => entryBlocks(entry).map(callIdOf)));
    this.#calls = new Map([...this.#calls].filter(([id]) => ids.has(id)));
    this.#answered = new Set([...this.#answered].filter((id) => ids.has(id)));
    const uuids = new Set(this.#open.map(uuidOf));
    this.#copies = new Set([...this.#copies].filter((key) => uuids.has(key.slice(0, key.lastIndexOf(' ')))));
  }
}

/** All lines of a stretch that carry an answer's id are joined into it; one without an id is a line by itself. */
function isLineOf(entry: Entry, { id, entries }: Message): boolean {
  if (id === undefined) return entry === entries[0];
  return entry.value.type === 'assistant' && messageIdOf(entry) === id;
}

function callIdOf(block: JsonObject): string | undefined {
  return stringField(block, 'tool_use_id');
}

/** The uuids of the tail before a boundary that is still sent after it, or its first and last one [G4]. */
export interface PreservedTail {
  readonly uuids: ReadonlySet<string>;
  readonly head: string | undefined;
  readonly tail: string | undefined;
}

export function preservedTail(boundary: Entry): PreservedTail {
  const metadata = objectField(boundary.value, 'compactMetadata');
  const segment = objectField(metadata, 'preservedSegment');
  const listed = arrayField(objectField(metadata, 'preservedMessages'), 'uuids') ?? [];
  return {
    uuids: new Set(listed.filter((uuid) => typeof uuid === 'string')),
    head: stringField(segment, 'headUuid'),
    tail: stringField(segment, 'tailUuid'),
  };
}

// By position, but for an answer's lines: those that stand behind the next answer's first line [M5] are still its own.
const NO_ENTRIES: readonly Entry[] = [];

function groupEntries(conversation: Conversation, requests: readonly MeasuredRequest[]): Entry[][] {
  const groups: Entry[][] = [[], ...requests.map(() => [])];
  const late = new Map<Entry, number>();
  /** How many requests stand before, and how many lines of the last one's answer were met. */
  let [step, met] = [0, 0];
  let position = -1;
  for (const entry of conversation.entries) {
    position++;
    while (step < requests.length && (requests[step] as MeasuredRequest).position <= position) {
      const answer = requests[step - 1]?.message.entries ?? NO_ENTRIES;
      for (; met < answer.length; met++) late.set(answer[met] as Entry, step);
      step++;
      met = 0;
    }
    if (entry === requests[step - 1]?.message.entries[met]) met++;
    (groups[(late.size > 0 ? late.get(entry) : undefined) ?? step] as Entry[]).push(entry);
  }
  return groups;
}

function repeatedBlocks(conversation: Conversation): Set<string> {
  const keys = new Set<string>();
  for (const message of answersOf(conversation)) {
    const repeated: readonly MessageBlock[] = message.repeated;
    if (repeated.length === 0) continue;
    const blocks = new Set<unknown>(repeated.map(({ block }) => block));
    for (const entry of new Set(repeated.map((one) => one.entry))) {
      const uuid = uuidOf(entry);
      if (uuid === undefined) continue;
      for (const [at, block] of entryBlocks(entry).entries())
        if (blocks.has(block)) keys.add(`${uuid} ${at}`);
    }
  }
  return keys;
}

// Re-logged blocks are sent once [M2], and of two results of a call only the first [T1].
function isCopy({ item }: SizedItem, left: ReadonlySet<string>, answered: ReadonlySet<string>): boolean {
  if (item.toolUseId !== undefined && item.entry?.value.type === 'user') return answered.has(item.toolUseId);
  const uuid = item.entry && uuidOf(item.entry);
  return uuid !== undefined && left.size > 0 && left.has(`${uuid} ${item.block}`);
}

function clearedCalls(entries: readonly Entry[]): readonly string[] | undefined {
  const boundary = entries.findLast((entry) => systemSubtypeOf(entry) === 'microcompact_boundary');
  if (!boundary) return undefined;
  const ids = arrayField(objectField(boundary.value, 'microcompactMetadata'), 'compactedToolIds') ?? [];
  return ids.filter((id) => typeof id === 'string');
}

const NO_EDITS: readonly Json[] = [];

function contextEdit({ message }: MeasuredRequest): Step['contextEdit'] {
  let found: Step['contextEdit'];
  for (const entry of message.entries) {
    const edits = arrayField(objectField(messageOf(entry), 'context_management'), 'applied_edits');
    for (const edit of edits ?? NO_EDITS) {
      if (!isObject(edit)) continue;
      const thinking = stringField(edit, 'type')?.includes('thinking') === true;
      if (found !== 'results') found = thinking ? 'thinking' : 'results';
    }
  }
  return found;
}

function isUserText(entry: Entry): boolean {
  return typeOf(entry) === 'user' && entryBlocks(entry).some((block) => block.type !== 'tool_result');
}

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
import { isCompactBoundary, messageIdOf, messageOf, uuidOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import type { Message, MessageBlock } from '../../session/messages.ts';
import type { Conversation } from '../../session/session.ts';
import { tokenizerOf } from './estimate-text.ts';
import { type CallNames, listTokenItems, type SizedItem } from './list-token-items.ts';
import { answersOf, type MeasuredRequest, turnNumbers } from './measure-requests.ts';

export interface Arrival extends SizedItem {
  /** A block of the answer to the request before, whose size its output tokens give. */
  readonly ofAnswer: boolean;
  /** Stands before the step's compaction boundary. */
  readonly beforeBoundary: boolean;
  /** The number of its turn; undefined where the turns are not known. */
  readonly turn: number | undefined;
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

/** Entries that came in between two requests, and the turns of as many of them as are known. */
export interface Intake {
  readonly entries: readonly Entry[];
  readonly turns: readonly (number | undefined)[];
}

const NOTHING: Intake = { entries: [], turns: [] };

/**
 * Takes a conversation stretch by stretch. No answer and no call may have lines in two stretches: what was said of those
 * before is forgotten but for what still waits for its request.
 */
export class StepSplitter {
  /** What came in since the last request. */
  #open: Intake = NOTHING;
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
    const intakes = this.outline(conversation.entries, requests, turnNumbers(conversation));
    this.#open = intakes.at(-1) ?? NOTHING;
    let i = 0;
    for (const request of requests) {
      const step = this.#makeStep(intakes[i++] ?? NOTHING, request, request.model);
      this.#previous = request;
      yield step;
    }
  }

  /** What came in before each of these requests, and what follows the last: steps without their sizes. */
  outline(
    entries: readonly Entry[],
    requests: readonly MeasuredRequest[],
    turns: readonly number[],
  ): readonly Intake[] {
    const intakes: IntakeDraft[] = [{ entries: [...this.#open.entries], turns: [...this.#open.turns] }];
    for (const _ of requests) intakes.push({ entries: [], turns: [] });
    takeIn(intakes, entries, requests, turns);
    return intakes;
  }

  /** Takes a stretch that nobody needs the steps of; `open` is the last of its outline. */
  skip(open: Intake, last: MeasuredRequest | undefined): void {
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

  #makeStep({ entries, turns }: Intake, request: MeasuredRequest | undefined, model: string): Step {
    const previous = this.#previous;
    const tokenizer = tokenizerOf(model);
    const { boundaryAt, cleared, opensTurn } = findEvents(entries);
    const arrivals: Arrival[] = [];
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at] as Entry;
      const ofAnswer = previous !== undefined && isLineOf(entry, previous.message);
      for (const sized of listTokenItems(entry, tokenizer, this.#calls)) {
        if (isCopy(sized, this.#copies, this.#answered)) continue;
        const { item, estimate, elastic } = sized;
        const beforeBoundary = at < boundaryAt;
        arrivals.push({ item, estimate, elastic, ofAnswer, beforeBoundary, turn: turns[at] });
      }
      for (const block of arrayBlocks(messageOf(entry)?.content))
        if (isToolResult(block)) this.#answered.add(block.tool_use_id);
    }
    return {
      request,
      previous,
      arrivals,
      boundary: boundaryAt < 0 ? undefined : entries[boundaryAt],
      clearedCalls: cleared && clearedCalls(cleared),
      contextEdit: request && contextEdit(request),
      opensTurn,
    };
  }

  #forget(): void {
    // What went into a summary before any request held it never has a size: only what the boundary keeps can.
    const { entries, turns } = this.#open;
    const boundaryAt = entries.findLastIndex(isCompactBoundary);
    const boundary = entries[boundaryAt];
    if (boundary) {
      const { uuids, head } = preservedTail(boundary);
      if (uuids.size === 0 && head === undefined)
        this.#open = { entries: entries.slice(boundaryAt), turns: turns.slice(boundaryAt) };
    }
    const left = this.#open.entries;
    const ids = new Set(left.flatMap((entry) => entryBlocks(entry).map(callIdOf)));
    this.#calls = new Map([...this.#calls].filter(([id]) => ids.has(id)));
    this.#answered = new Set([...this.#answered].filter((id) => ids.has(id)));
    const uuids = new Set(left.map(uuidOf));
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

interface Events {
  /** Place of the last boundary of a compaction, -1 if there is none. */
  readonly boundaryAt: number;
  /** The last note that the client cleared old results. */
  readonly cleared: Entry | undefined;
  readonly opensTurn: boolean;
}

function findEvents(entries: readonly Entry[]): Events {
  let boundaryAt = -1;
  let cleared: Entry | undefined;
  let opensTurn = false;
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as Entry;
    const { type, subtype } = entry.value;
    if (type === 'user') opensTurn ||= isUserText(entry);
    else if (type === 'system') {
      if (subtype === 'compact_boundary') boundaryAt = at;
      else if (subtype === 'microcompact_boundary') cleared = entry;
    }
  }
  return { boundaryAt, cleared, opensTurn };
}

const NO_ENTRIES: readonly Entry[] = [];

interface IntakeDraft extends Intake {
  readonly entries: Entry[];
  readonly turns: (number | undefined)[];
}

// By position, but for an answer's lines: those that stand behind the next answer's first line [M5] are still its own.
function takeIn(
  intakes: readonly IntakeDraft[],
  entries: readonly Entry[],
  requests: readonly MeasuredRequest[],
  turns: readonly number[],
): void {
  const late = new Map<Entry, number>();
  /** How many requests stand before, and how many lines of the last one's answer were met. */
  let [step, met] = [0, 0];
  for (let position = 0; position < entries.length; position++) {
    const entry = entries[position] as Entry;
    while (step < requests.length && (requests[step] as MeasuredRequest).position <= position) {
      const answer = requests[step - 1]?.message.entries ?? NO_ENTRIES;
      for (; met < answer.length; met++) late.set(answer[met] as Entry, step);
      step++;
      met = 0;
    }
    if (entry === requests[step - 1]?.message.entries[met]) met++;
    const intake = intakes[(late.size > 0 ? late.get(entry) : undefined) ?? step] as IntakeDraft;
    intake.entries.push(entry);
    intake.turns.push(turns[position]);
  }
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

function clearedCalls(boundary: Entry): readonly string[] {
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
  return entryBlocks(entry).some((block) => block.type !== 'tool_result');
}

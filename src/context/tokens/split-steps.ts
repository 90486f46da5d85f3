// Cuts a branch into steps: what came in between two requests, with the events that can take tokens out of the context.
import { arrayField, isObject, objectField, stringField } from '../../base/json.ts';
import { entryBlocks, isToolResult } from '../../log/block.ts';
import { isCompactBoundary, messageOf, systemSubtypeOf, typeOf, uuidOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import type { MessageBlock } from '../../session/messages.ts';
import type { Conversation } from '../../session/session.ts';
import { tokenizerOf } from './estimate-text.ts';
import { type CallNames, listTokenItems, type SizedItem } from './list-token-items.ts';
import type { MeasuredRequest } from './measure-requests.ts';

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

/** One step per request, and a last one for what follows them. */
export function splitSteps(conversation: Conversation, requests: readonly MeasuredRequest[]): Step[] {
  const groups = groupEntries(conversation, requests);
  const left = repeatedBlocks(conversation);
  const calls: CallNames = new Map();
  const answered = new Set<string>();
  const lastModel = requests.at(-1)?.model ?? '';
  return groups.map((entries, i) => {
    const request = requests[i];
    const previous = requests[i - 1];
    const tokenizer = tokenizerOf(request?.model ?? lastModel);
    const ofAnswer = new Set(previous?.message.entries);
    const boundaryAt = entries.findLastIndex(isCompactBoundary);
    const arrivals: Arrival[] = [];
    for (const [at, entry] of entries.entries()) {
      for (const sized of listTokenItems(entry, tokenizer, calls)) {
        if (isCopy(sized, left, answered)) continue;
        const { item, estimate, elastic } = sized;
        arrivals.push({
          item,
          estimate,
          elastic,
          ofAnswer: ofAnswer.has(entry),
          beforeBoundary: at < boundaryAt,
        });
      }
      for (const block of entryBlocks(entry)) if (isToolResult(block)) answered.add(block.tool_use_id);
    }
    return {
      request,
      previous,
      arrivals,
      boundary: entries[boundaryAt],
      clearedCalls: clearedCalls(entries),
      contextEdit: request && contextEdit(request),
      opensTurn: entries.some(isUserText),
    };
  });
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
function groupEntries(conversation: Conversation, requests: readonly MeasuredRequest[]): Entry[][] {
  const groups: Entry[][] = [[], ...requests.map(() => [])];
  const answers = new Map<Entry, number>();
  for (const { index, message } of requests)
    for (const entry of message.entries) answers.set(entry, index + 1);
  let step = 0;
  for (const [position, entry] of conversation.entries.entries()) {
    while (step < requests.length && (requests[step] as MeasuredRequest).position <= position) step++;
    (groups[answers.get(entry) ?? step] as Entry[]).push(entry);
  }
  return groups;
}

function repeatedBlocks(conversation: Conversation): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const message of conversation.messages) {
    for (const { entry, block } of message.repeated as readonly MessageBlock[]) {
      const uuid = uuidOf(entry);
      if (uuid !== undefined) keys.add(`${uuid} ${entryBlocks(entry).indexOf(block)}`);
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

function contextEdit({ message }: MeasuredRequest): Step['contextEdit'] {
  let found: Step['contextEdit'];
  for (const entry of message.entries) {
    const edits = arrayField(objectField(messageOf(entry), 'context_management'), 'applied_edits') ?? [];
    for (const edit of edits.filter(isObject)) {
      const thinking = stringField(edit, 'type')?.includes('thinking') === true;
      if (found !== 'results') found = thinking ? 'thinking' : 'results';
    }
  }
  return found;
}

function isUserText(entry: Entry): boolean {
  return typeOf(entry) === 'user' && entryBlocks(entry).some((block) => block.type !== 'tool_result');
}

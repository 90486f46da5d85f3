// The model requests along a branch, in order, each with its logged size: the fixed points that all attribution hangs on [K1].
import { SYNTHETIC, timeOf, timestampOf, uuidOf } from '../../log/fields.ts';
import type { Entry, Place } from '../../log/line.ts';
import type { Message } from '../../session/messages.ts';
import type { Conversation } from '../../session/session.ts';
import { contextTokens, type Usage } from '../../session/usage.ts';
import { BranchConversation } from '../branch-conversation.ts';
import type { CutSize } from './cut-size.ts';

export interface MeasuredRequest {
  /** From 0 along the branch. */
  readonly index: number;
  /** The answer; its `usage` counts once, however many lines repeat it [M3]. */
  readonly message: Message;
  readonly model: string;
  /** What the model read: input + cache creation + cache read. Exact. */
  readonly context: number;
  readonly output: number;
  /** False: the output is only "at least" [M3]. */
  readonly outputFinal: boolean;
  readonly uncached: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly turn: number;
  readonly timestamp: string | undefined;
  /** Times of the answer's first and last line, in milliseconds. */
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly first: Place;
  readonly last: Place;
  /** Where the answer starts among the branch's entries: what stands before it could be in the request. */
  readonly position: number;
}

/**
 * One request per answer of a real model. Answers without figures, or with figures that cannot be, are left out; in a clone
 * also those before the cut, but for the last, which gets the size that the cut left. `first` is the index to count from.
 */
export function measureRequests(conversation: Conversation, cut?: CutSize, first = 0): MeasuredRequest[] {
  const requests = listRequests(conversation, cut ? 0 : first);
  const last = cut && lastBefore(conversation, requests, cut);
  if (!cut || !last) return cut && first > 0 ? listRequests(conversation, first) : requests;
  const context = Math.max(1, cut.tokens - last.output);
  const settled = { ...last, context, uncached: context, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };
  return [settled, ...requests.slice(last.index + 1)].map((request, i) => ({ ...request, index: first + i }));
}

/** Whether the conversation holds the leaf of a cut and an answer before it, which the cut's size is told of. */
export function holdsCut(conversation: Conversation, cut: CutSize): boolean {
  return lastBefore(conversation, listRequests(conversation), cut) !== undefined;
}

function lastBefore(
  conversation: Conversation,
  requests: readonly MeasuredRequest[],
  cut: CutSize,
): MeasuredRequest | undefined {
  const leaf = conversation.entries.findLastIndex((entry) => uuidOf(entry) === cut.leaf);
  return leaf < 0 ? undefined : requests.findLast((request) => request.position <= leaf);
}

function listRequests(conversation: Conversation, firstIndex = 0): MeasuredRequest[] {
  const turns = turnNumbers(conversation);
  // Messages stand in the order of their first entries.
  const messages = answersOf(conversation);
  let next = 0;
  const requests: MeasuredRequest[] = [];
  const { entries } = conversation;
  for (let position = 0; position < entries.length; position++) {
    const first = entries[position] as Entry;
    const message = messages[next];
    if (first !== message?.entries[0]) continue;
    next++;
    if (message.role !== 'assistant' || !isMeasured(message)) continue;
    const index = firstIndex + requests.length;
    requests.push(measuredRequest(message, { index, turn: turns[position] ?? 0, position }));
  }
  return requests;
}

/** The request that an answer tells of. */
export function measuredRequest(
  message: Message & Measured,
  at: Pick<MeasuredRequest, 'index' | 'turn' | 'position'>,
): MeasuredRequest {
  const { usage, entries } = message;
  const first = entries[0] as Entry;
  const last = entries.at(-1) as Entry;
  const { model, context, output, outputFinal } = sizeOf(message);
  return {
    index: at.index,
    message,
    model,
    context,
    output,
    outputFinal,
    uncached: usage.input,
    cacheRead: usage.cacheRead,
    cacheWrite5m: usage.cacheWrite5m,
    cacheWrite1h: usage.cacheWrite1h,
    turn: at.turn,
    timestamp: timestampOf(first),
    startedAt: timeOf(first),
    endedAt: timeOf(last),
    first: first.place,
    last: last.place,
    position: at.position,
  };
}

/** The requests that still say something when all are over: the largest of each model, and behind them the last. */
export function tellingOf<T extends Pick<RequestSize, 'model' | 'context'>>(requests: readonly T[]): T[] {
  const largest = new Map<string, T>();
  for (const request of requests) {
    const most = largest.get(request.model);
    if (!most || request.context > most.context) largest.set(request.model, request);
  }
  const last = requests.at(-1);
  const telling = [...largest.values()].filter((request) => request !== last);
  return last === undefined ? telling : [...telling, last];
}

/** How large a request is and its answer. */
export type RequestSize = Pick<MeasuredRequest, 'model' | 'context' | 'output' | 'outputFinal'>;

export function sizeOf({ model, usage }: Measured): RequestSize {
  const { output, outputFinal } = usage;
  return { model, context: contextTokens(usage), output, outputFinal };
}

/** The answers of a conversation, or all of its messages where those are known already. */
export function answersOf(conversation: Conversation): readonly Message[] {
  return conversation instanceof BranchConversation ? conversation.answers : conversation.messages;
}

/** For each entry the number of its turn, as far as turns are known; they hold the entries in their order. */
export function turnNumbers(conversation: Conversation): readonly number[] {
  if (conversation instanceof BranchConversation) return conversation.turnNumbers;
  return conversation.turns.flatMap((turn) => turn.entries.map(() => turn.number));
}

/** An answer of a real model with its figures. */
export interface Measured {
  readonly usage: Usage;
  readonly model: string;
}

// The client's own answers have zero usage [M6]; a size of zero from a real model means that nobody counted, or that what was
// counted cannot be.
export function isMeasured<T extends Pick<Message, 'usage' | 'model'>>(answer: T): answer is T & Measured {
  const { usage, model } = answer;
  return usage !== undefined && model !== undefined && model !== SYNTHETIC && contextTokens(usage) > 0;
}

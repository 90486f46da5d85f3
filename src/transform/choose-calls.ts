// Chooses the tool calls that a cut is about: by age, by tool, by size.
import { asWords, isObject, type Json, numberField } from '../base/json.ts';
import { CUT_TYPE } from '../context/tokens/cut-size.ts';
import { arrayBlocks } from '../log/block.ts';
import { FEW_TURNS, oldestTurns, type Reach } from './choose-turns.ts';
import type { CutItem, CutSession } from './cut-session.ts';
import { isBoundary, sentItems, sentTurns } from './sent-items.ts';

export interface CallChoice {
  readonly reach: Reach;
  /** Names of tools; all if not given. */
  readonly tools?: readonly string[];
  /** Only calls whose input and result have at least this many characters. */
  readonly minSize?: number;
  /** Only these calls. */
  readonly ids?: ReadonlySet<string>;
}

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly turn: number;
  size: number;
}

/** The ids of the chosen calls. */
export function chooseCalls(session: CutSession, choice: CallChoice): Set<string> {
  const calls = listCalls(session.items);
  const old = takeOld(session, calls, choice.reach);
  const wanted = old.filter(
    (call) =>
      isOfTool(call, choice.tools) &&
      call.size >= (choice.minSize ?? 0) &&
      (choice.ids === undefined || choice.ids.has(call.id)),
  );
  return new Set(wanted.map((call) => call.id));
}

/** The calls of the conversation, in the order they were made, with the characters of input and results. */
export function listCalls(items: readonly CutItem[]): Call[] {
  const calls = new Map<string, Call>();
  for (const item of items) {
    if (item.role !== 'chain') continue;
    for (const block of blocksOf(item)) {
      if (block.type === 'tool_use' && typeof block.id === 'string') {
        const name = typeof block.name === 'string' ? block.name : '';
        calls.set(block.id, { id: block.id, name, turn: item.turn, size: sizeOf(block.input) });
      }
      const call = block.type === 'tool_result' ? calls.get(asWords(block.tool_use_id)) : undefined;
      if (call) call.size += sizeOf(block.content);
    }
  }
  return [...calls.values()];
}

function takeOld(session: CutSession, calls: readonly Call[], reach: Reach): readonly Call[] {
  if (reach.kind === 'oldest' && isShareOfCalls(session, reach))
    return takeShare(session, calls, reach.share);
  const last = oldestTurns(session, reach);
  return calls.filter((call) => call.turn <= last);
}

/** A session of one long turn has no oldest half of turns; its calls still have one. */
export function isShareOfCalls(session: CutSession, reach: Reach): boolean {
  return reach.kind === 'oldest' && sentTurns(session).length < FEW_TURNS;
}

// What went before counts in the share, so that taking it again takes nothing more.
function takeShare(session: CutSession, calls: readonly Call[], share: number): readonly Call[] {
  const sent = new Set(listCalls(sentItems(session)).map((call) => call.id));
  const gone = countGone(session);
  const total = gone + sent.size;
  const count = share > 0 && total > 0 ? Math.max(1, Math.floor(total * share)) - gone : 0;
  if (count <= 0) return [];
  const last = calls.filter((call) => sent.has(call.id))[count - 1];
  return calls.slice(0, calls.indexOf(last as Call) + 1);
}

/** How many calls a share has taken since the last compaction, by the mark that `markGone` left. */
export function countGone(session: CutSession): number {
  const from = session.items.findLastIndex((item) => item.role === 'chain' && isBoundary(item));
  const mark = session.items.findLast((item, at) => at > from && item.value.type === CUT_TYPE);
  return Math.max(0, numberField(mark?.value, 'callsGone') ?? 0);
}

/** Notes beside the chain how many calls a share has taken; `markSize` makes one mark of it and the session's size. */
export function markGone(session: CutSession, removed: number): CutSession {
  const turn = session.items.findLast((item) => item.role === 'chain')?.turn ?? 0;
  const value = { type: CUT_TYPE, callsGone: countGone(session) + removed, sessionId: session.sessionId };
  const mark: CutItem = { value, entry: undefined, role: 'beside', turn };
  return { ...session, items: [...session.items, mark] };
}

function isOfTool(call: Call, tools: readonly string[] | undefined): boolean {
  return !tools || tools.includes(call.name);
}

export function blocksOf(item: CutItem): readonly { readonly [key: string]: Json | undefined }[] {
  const { message } = item.value;
  return isObject(message) ? arrayBlocks(message.content) : [];
}

function sizeOf(value: Json | undefined): number {
  return typeof value === 'string' ? value.length : value === undefined ? 0 : JSON.stringify(value).length;
}

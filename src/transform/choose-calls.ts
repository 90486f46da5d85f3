// Chooses the tool calls that a cut is about: by age, by tool, by size.
import { isObject, type Json } from '../base/json.ts';
import { arrayBlocks } from '../log/block.ts';
import { FEW_TURNS, oldestTurns, type Reach } from './choose-turns.ts';
import { type CutItem, type CutSession, listTurns } from './cut-session.ts';

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
      const call = block.type === 'tool_result' ? calls.get(String(block.tool_use_id)) : undefined;
      if (call) call.size += sizeOf(block.content);
    }
  }
  return [...calls.values()];
}

// A session of one long turn has no oldest half of turns; its calls still have one.
function takeOld(session: CutSession, calls: readonly Call[], reach: Reach): readonly Call[] {
  const turns = listTurns(session).filter((turn) => turn > 0).length;
  if (reach.kind === 'oldest' && turns < FEW_TURNS) {
    const count = reach.share > 0 ? Math.max(1, Math.floor(calls.length * reach.share)) : 0;
    return calls.slice(0, count);
  }
  const last = oldestTurns(session, reach);
  return calls.filter((call) => call.turn <= last);
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

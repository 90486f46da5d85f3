// Cuts the loaded part of a conversation into exchanges: the pieces that may be shortened or replaced without parting a pair.
import { asWords } from '../base/json.ts';
import { messageIdOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { opensTurn, userKind } from '../session/user-kind.ts';
import { blocksOf } from './choose-calls.ts';
import type { CutItem, CutSession } from './cut-session.ts';
import { isBoundary, sentItems } from './sent-items.ts';

/** A prompt or an answer with the results of its calls: no call is open at its edges. */
export interface Exchange {
  readonly items: readonly CutItem[];
  readonly turn: number;
  /** It begins with what opened the turn. */
  readonly opensTurn: boolean;
}

/**
 * The exchanges after the last compaction: what is older is not sent [R3], so shortening it would cost money for nothing.
 * What stands before the first prompt is turn 0.
 */
export function listExchanges(session: CutSession): Exchange[] {
  const items = afterBoundary(session);
  const answered = new Set(items.flatMap(resultIds));
  const open = new Set<string>();
  const exchanges: { items: CutItem[]; turn: number; opensTurn: boolean }[] = [];
  let message: string | undefined;
  for (const item of items) {
    const id = answerId(item);
    const opens = isTurnOpening(item);
    if (exchanges.length === 0 || (open.size === 0 && (opens || (id !== undefined && id !== message)))) {
      // A summary stands in the turn that was compacted, but is no part of what was said in it.
      const turn = item.value.isCompactSummary === true ? 0 : item.turn;
      exchanges.push({ items: [], turn, opensTurn: opens });
    }
    if (id !== undefined) message = id;
    exchanges.at(-1)?.items.push(item);
    for (const use of useIds(item)) if (answered.has(use)) open.add(use);
    for (const result of resultIds(item)) open.delete(result);
  }
  return exchanges;
}

/** The items that the last compaction kept from before it: they are sent behind its summary [G4]. */
export function preservedItems(session: CutSession): CutItem[] {
  const after = new Set(afterBoundary(session));
  return sentItems(session).filter((item) => !after.has(item));
}

function afterBoundary(session: CutSession): readonly CutItem[] {
  const chain = session.items.filter((item) => item.role === 'chain');
  // A bare boundary at the end has no effect [resume R13].
  const at = chain.findLastIndex((item, i) => isBoundary(item) && i < chain.length - 1);
  return chain.slice(at + 1);
}

/** The entry as it will be written. */
export function entryOf(item: CutItem): Entry | undefined {
  if (!item.entry || item.entry.value === item.value) return item.entry;
  return { ...item.entry, value: item.value };
}

function isTurnOpening(item: CutItem): boolean {
  const entry = item.value.type === 'user' ? entryOf(item) : undefined;
  return entry !== undefined && opensTurn(userKind(entry));
}

// A line without a message id is an answer of its own.
function answerId(item: CutItem): string | undefined {
  if (item.value.type !== 'assistant') return undefined;
  return (item.entry && messageIdOf(item.entry)) ?? asWords(item.value.uuid);
}

function useIds(item: CutItem): string[] {
  return blocksOf(item).flatMap((block) => (block.type === 'tool_use' ? [asWords(block.id)] : []));
}

function resultIds(item: CutItem): string[] {
  return blocksOf(item).flatMap((block) =>
    block.type === 'tool_result' ? [asWords(block.tool_use_id)] : [],
  );
}

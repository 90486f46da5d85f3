// Drops the answers that the client never sends: messages of thinking alone, blank texts, API errors.
import { isText, isThinking } from '../log/block.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import type { Item, Lose } from './item.ts';
import type { Draft } from './sent-message.ts';

/** The model name of what the client wrote itself [M6]. */
export const SYNTHETIC = '<synthetic>';

export function dropUnsendable(
  items: readonly Item[],
  behaviour: ClientBehaviour,
  lose: Lose,
): readonly Item[] {
  const written = (behaviour.blankText === 'dropped' ? dropBlank(items, lose) : items).filter(
    (item) => behaviour.emptyAnswer === 'named' || item.kind !== 'assistant' || item.blocks.length > 0,
  );
  if (behaviour.thinkingOnly === 'sent') return written;
  const speaking = new Set<string | undefined>();
  for (const item of written)
    if (item.kind === 'assistant' && !item.blocks.every(isThinking)) speaking.add(item.id);
  return written.filter((item) => {
    // An answer without any block is sent as words that say so; it does not speak for its message's thinking.
    if (item.kind !== 'assistant' || item.blocks.length === 0) return true;
    if (!item.blocks.every(isThinking) || speaking.has(item.id)) return true;
    lose(item.entry, 'thinking-only');
    return false;
  });
}

function dropBlank(items: readonly Item[], lose: Lose): readonly Item[] {
  return items.filter((item) => {
    if (item.kind !== 'assistant' || item.blocks.length === 0) return true;
    if (!item.blocks.every((block) => isText(block) && block.text.trim() === '')) return true;
    lose(item.entry, 'blank');
    return false;
  });
}

/** The same after merging, for clients that look at whole messages: the user messages around one stay apart. */
export function dropBlankMessages(
  drafts: readonly Draft[],
  behaviour: ClientBehaviour,
  lose: Lose,
): readonly Draft[] {
  if (behaviour.blankText !== 'dropped-after-merging') return drafts;
  return drafts.filter((draft) => {
    if (draft.role !== 'assistant') return true;
    const written = draft.pieces.filter(({ block }) => !isText(block) || block.text.trim() !== '');
    const speaks = written.length === draft.pieces.length || written.some(({ block }) => !isThinking(block));
    if (!speaks) for (const piece of draft.pieces) for (const entry of piece.entries) lose(entry, 'blank');
    draft.pieces = written;
    return speaks;
  });
}

/** An error report of the API: the flag on a real model's words, or synthetic words without it, are sent [resume R11]. */
export function isApiError(item: Item): boolean {
  return item.model === SYNTHETIC && item.entry?.value.isApiErrorMessage === true;
}

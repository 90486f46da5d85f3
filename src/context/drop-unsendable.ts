// Drops the answers that the client never sends: messages of thinking alone, blank texts, API errors.

import { isText, isThinking } from '../log/block.ts';
import { SYNTHETIC } from '../log/fields.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import type { Item, Lose } from './item.ts';
import type { Draft } from './sent-message.ts';

export interface SendableItems {
  readonly items: readonly Item[];
  /** Dropping a blank answer made the client join neighbouring user entries: results among them are in the last one. */
  readonly joinsUsers: boolean;
}

export function dropUnsendable(
  items: readonly Item[],
  behaviour: ClientBehaviour,
  lose: Lose,
): SendableItems {
  const { blankText, emptyAnswer } = behaviour;
  const filled = emptyAnswer === 'named' ? items : items.filter((item) => !isEmptyAnswer(item));
  if (blankText === 'sent') return { items: dropThinkingOnly(filled, behaviour, lose), joinsUsers: false };
  if (blankText === 'dropped-first') {
    return { items: dropThinkingOnly(dropBlank(filled, lose), behaviour, lose), joinsUsers: false };
  }
  const speaking = dropThinkingOnly(filled, behaviour, lose);
  const written = dropBlank(speaking, lose);
  return { items: written, joinsUsers: written.length < speaking.length };
}

function dropThinkingOnly(items: readonly Item[], behaviour: ClientBehaviour, lose: Lose): readonly Item[] {
  if (behaviour.thinkingOnly === 'sent') return items;
  const speaking = new Set<string | undefined>();
  for (const item of items) {
    if (item.kind === 'assistant' && !item.blocks.every(isThinking)) speaking.add(item.id);
  }
  return items.filter((item) => {
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

function isEmptyAnswer(item: Item): boolean {
  return item.kind === 'assistant' && item.blocks.length === 0;
}

/**
 * Thinking that was left alone by a blank dropped late goes after merging: the user messages around it stay apart. If another
 * message of the same id speaks (a prompt came between them), it is sent.
 */
export function dropThinkingMessages(
  drafts: readonly Draft[],
  behaviour: ClientBehaviour,
  lose: Lose,
): readonly Draft[] {
  if (behaviour.blankText !== 'dropped-last') return drafts;
  const isThought = ({ pieces }: Draft) => pieces.every(({ block }) => isThinking(block));
  const speaking = new Set(drafts.flatMap((draft) => (isThought(draft) ? [] : (draft.id ?? []))));
  return drafts.filter((draft) => {
    if (draft.role !== 'assistant' || !isThought(draft)) return true;
    if (draft.id !== undefined && speaking.has(draft.id)) return true;
    for (const piece of draft.pieces) for (const entry of piece.entries) lose(entry, 'thinking-only');
    return false;
  });
}

/** An error report of the API: the flag on a real model's words, or synthetic words without it, are sent [resume R11]. */
export function isApiError(item: Item): boolean {
  return item.model === SYNTHETIC && item.entry?.value.isApiErrorMessage === true;
}

// Drops the answers that the client never sends: messages of thinking alone, blank texts, API errors.
import { isText, isThinking } from '../log/block.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import type { Item, Lose } from './item.ts';

/** The model name of what the client wrote itself [M6]. */
export const SYNTHETIC = '<synthetic>';

export function dropUnsendable(
  items: readonly Item[],
  behaviour: ClientBehaviour,
  lose: Lose,
): readonly Item[] {
  const speaking = new Set<string | undefined>();
  for (const item of items) {
    if (item.kind === 'assistant' && !item.blocks.every(isThinking)) speaking.add(item.id);
  }
  return items.filter((item) => {
    if (item.kind !== 'assistant') return true;
    if (item.blocks.every(isThinking)) {
      if (speaking.has(item.id) || behaviour.thinkingOnly === 'sent') return true;
      lose(item.entry, 'thinking-only');
      return false;
    }
    if (behaviour.blankText === 'sent') return true;
    if (!item.blocks.every((block) => isText(block) && block.text.trim() === '')) return true;
    lose(item.entry, 'blank');
    return false;
  });
}

/** An error report of the API: the flag on a real model's words, or synthetic words without it, are sent [resume R11]. */
export function isApiError(item: Item): boolean {
  return item.model === SYNTHETIC && item.entry?.value.isApiErrorMessage === true;
}

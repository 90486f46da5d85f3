// The two turn counts of the seed reports, to the letter of their pseudocode, for comparison with prompts [U3].
import type { JsonObject } from '../base/json.ts';
import { arrayBlocks } from '../log/block.ts';
import { messageOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';

/**
 * Seed 000: whether the entry opens a *boundary* turn. There, `end_turn` closes a turn, and so does the next opening or
 * the end of the file: every turn that opens is closed once, so the openings are the turns. Strings have no blocks there.
 */
export function opensBoundaryTurn(entry: Entry): boolean {
  const { type } = entry.value;
  const message = messageOf(entry);
  if ((type !== 'user' && type !== 'assistant') || message?.role !== 'user') return false;
  return arrayBlocks(message.content).some(hasWords);
}

/** Seed 002: whether the entry is a *text-only* turn: an array with text (even empty) and no tool result, not meta. */
export function isTextOnlyTurn(entry: Entry): boolean {
  if (entry.value.type !== 'user' || entry.value.isMeta) return false;
  const blocks = arrayBlocks(messageOf(entry)?.content);
  return (
    blocks.some((block) => block.type === 'text') && !blocks.some((block) => block.type === 'tool_result')
  );
}

function hasWords(block: JsonObject): boolean {
  return block.type === 'text' && typeof block.text === 'string' && block.text.trim() !== '';
}

// Tells an answer of nothing but white space.
import { entryBlocks, isText } from '../log/block.ts';
import type { Entry } from '../log/line.ts';

// Some answers begin with a line of two newlines. Newer clients leave it out; to 2.0.64 it is sent, and the API refuses it [R5].
export function isBlankAnswer(entry: Entry): boolean {
  if (entry.value.type !== 'assistant') return false;
  const blocks = entryBlocks(entry);
  return blocks.length > 0 && blocks.every((block) => isText(block) && block.text.trim() === '');
}

// Leaves out lines that log a call or a result again: newer clients pass them over, older ones send them twice [T1].
import { entryBlocks, isToolResult, isToolUse } from '../log/block.ts';
import type { Entry } from '../log/line.ts';

/** The path without entries that hold nothing but calls, or nothing but results, that stand before them already. */
export function dropRepeats(path: readonly Entry[]): Entry[] {
  const uses = new Set<string>();
  const results = new Set<string>();
  return path.filter((entry) => {
    const blocks = entryBlocks(entry);
    const repeats =
      blocks.length > 0 &&
      blocks.every((block) =>
        isToolUse(block) ? uses.has(block.id) : isToolResult(block) && results.has(block.tool_use_id),
      );
    for (const block of blocks) {
      if (isToolUse(block)) uses.add(block.id);
      else if (isToolResult(block)) results.add(block.tool_use_id);
    }
    return !repeats;
  });
}

// Leaves out lines that log a call or a result again: newer clients pass them over, older ones send them twice [T1].
import { entryBlocks, isToolResult, isToolUse } from '../log/block.ts';
import type { Entry } from '../log/line.ts';

/** The path without entries that hold nothing but calls, or nothing but results, that stand before them already. */
export function dropRepeats(path: readonly Entry[]): Entry[] {
  const seen = new Set<string>();
  return path.filter((entry) => {
    const keys = entryBlocks(entry).map((block) => {
      if (isToolUse(block)) return `use ${block.id}`;
      return isToolResult(block) ? `result ${block.tool_use_id}` : undefined;
    });
    const repeats = keys.length > 0 && keys.every((key) => key !== undefined && seen.has(key));
    for (const key of keys) if (key !== undefined) seen.add(key);
    return !repeats;
  });
}

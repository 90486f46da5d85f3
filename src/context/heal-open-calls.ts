// Deals with tool calls that never got a result: dropped in mid-session, answered by the newest client at the end.
import { isToolResult, isToolUse } from '../log/block.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import { CALL_INTERRUPTED, inventedResult } from './inventions.ts';
import { type Item, isResultItem, isTalkItem, type Lose } from './item.ts';

/** An entry whose calls are all unanswered goes whole, its text too [resume R8]; to 2.0.64 the calls alone go. */
export function healOpenCalls(
  items: readonly Item[],
  behaviour: ClientBehaviour,
  lose: Lose,
): readonly Item[] {
  const answered = new Set<string>();
  for (const item of items)
    for (const block of item.blocks) if (isToolResult(block)) answered.add(block.tool_use_id);
  const last = items.findLast((item) => isTalkItem(item) && !isResultItem(item));
  const answersEnd = behaviour.openCallAtEnd === 'answered' && last?.kind === 'assistant';
  const open: string[] = [];
  const kept: Item[] = [];
  for (const item of items) {
    const calls = item.kind === 'assistant' ? item.blocks.filter(isToolUse) : [];
    const unanswered = calls.filter((call) => !answered.has(call.id)).map((call) => call.id);
    if (answersEnd && item.id !== undefined && item.id === last.id)
      for (const id of unanswered) open.push(id);
    else if (unanswered.length > 0 && behaviour.openCall === 'drops-block') {
      const blocks = item.blocks.filter((block) => !isToolUse(block) || answered.has(block.id));
      if (blocks.length > 0) kept.push({ ...item, blocks });
      else lose(item.entry, 'unanswered-call');
      continue;
    } else if (calls.length > 0 && unanswered.length === calls.length) {
      lose(item.entry, 'unanswered-call');
      continue;
    }
    kept.push(item);
  }
  if (open.length === 0) return kept;
  const results = open.map((id) => inventedResult(id, CALL_INTERRUPTED));
  return [...kept, { kind: 'user', entry: undefined, blocks: results }];
}

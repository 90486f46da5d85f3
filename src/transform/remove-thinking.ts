// Takes thinking out of answers, redacted thinking too, always all of an answer's at once.
import { isThinking } from '../log/block.ts';
import { messageIdOf } from '../log/fields.ts';
import { oldestTurns, type Reach } from './choose-turns.ts';
import type { Cut, CutSession } from './cut-session.ts';
import { editBlocks } from './edit-blocks.ts';

/** `messageIds` limits it to these answers. */
export function removeThinking(
  session: CutSession,
  reach: Reach = { kind: 'all' },
  messageIds?: ReadonlySet<string>,
): Cut {
  const last = oldestTurns(session, reach);
  let removed = 0;
  const edited = editBlocks(session, (block, item) => {
    if (!isThinking(block) || item.turn > last) return block;
    if (messageIds && !messageIds.has((item.entry && messageIdOf(item.entry)) ?? '')) return block;
    removed++;
    return undefined;
  });
  return removed === 0 ? { session, changes: {} } : { session: edited, changes: { thinkingBlocks: removed } };
}

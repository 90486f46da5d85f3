// What fills the window of a very long session now, told from its last two windows: those before count by what they left behind.
import { BranchConversation } from '../../context/branch-conversation.ts';
import { NEWEST_CLIENT } from '../../context/client-behaviour.ts';
import { resumedBranch } from '../../context/describe-context.ts';
import { predictResume } from '../../context/predict-resume.ts';
import { LedgerBuilder, type TokenLedger } from '../../context/tokens/attribute-tokens.ts';
import { type ContextNow, keptBlocks, measureContextNow } from '../../context/tokens/context-now.ts';
import { readCutSize } from '../../context/tokens/cut-size.ts';
import { keepsTail } from '../../context/tokens/may-take-system.ts';
import type { OpenSession } from '../../load/open-session.ts';
import { entryBlocks, isToolResult, isToolUse } from '../../log/block.ts';
import { isCompactBoundary, messageIdOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import { branchEntries } from '../../session/branches.ts';
import { pairToolCalls, type ToolCall } from '../../session/tool-calls.ts';

export interface WindowNow {
  readonly now: ContextNow;
  /** Of the system prompt, and of what came in since the compaction before the last. */
  readonly ledger: TokenLedger;
  readonly calls: readonly ToolCall[];
}

/** One window to undo a compaction into, and the one that is open. */
const HELD = 2;

/** As `describeContext` has it of the newest client; undefined where only the whole can tell. */
export function describeLastWindows({ thread }: OpenSession): WindowNow | undefined {
  if (readCutSize(thread.entries)) return undefined;
  const prediction = predictResume(thread.lines, { client: NEWEST_CLIENT, compare: false });
  const branch = resumedBranch(thread, prediction);
  const entries = branchEntries(branch);
  const stretches = cutAtCompactions(entries);
  if (stretches.length <= HELD || !areApart(stretches)) return undefined;
  const ledger = weigh(stretches, new BranchConversation(entries).turnNumbers);
  return {
    ledger,
    now: measureContextNow(ledger, keptBlocks(prediction.messages), prediction.model),
    calls: pairToolCalls(stretches.slice(-HELD).flat()).calls,
  };
}

/** Each but the first begins with its compaction. */
function cutAtCompactions(entries: readonly Entry[]): (readonly Entry[])[] {
  const stretches: Entry[][] = [[]];
  for (const entry of entries) {
    if (isCompactBoundary(entry)) stretches.push([]);
    stretches.at(-1)?.push(entry);
  }
  return stretches;
}

// The ledger can be taken in stretches where no compaction keeps a tail and no answer or call has lines in two of them.
function areApart(stretches: readonly (readonly Entry[])[]): boolean {
  const seenIn = new Map<string, number>();
  return stretches.every((entries, i) => {
    if (i > 0 && entries[0] && keepsTail(entries[0])) return false;
    return entries.every((entry) =>
      idsOf(entry).every((id) => {
        const known = seenIn.get(id);
        if (known === undefined) seenIn.set(id, i);
        return known === undefined || known === i;
      }),
    );
  });
}

function idsOf(entry: Entry): string[] {
  const message = messageIdOf(entry);
  const ids = message === undefined ? [] : [message];
  for (const block of entryBlocks(entry)) {
    if (isToolUse(block)) ids.push(block.id);
    else if (isToolResult(block)) ids.push(block.tool_use_id);
  }
  return ids;
}

function weigh(stretches: readonly (readonly Entry[])[], turns: readonly number[]): TokenLedger {
  const builder = new LedgerBuilder();
  let from = 0;
  for (const [i, entries] of stretches.entries()) {
    const own = turns.slice(from, from + entries.length);
    from += entries.length;
    const isHeld = i >= stretches.length - HELD;
    if (!isHeld && i > 0 && builder.pass(entries, own)) continue;
    builder.add(new Stretch(entries, own));
    if (!isHeld) builder.forget(() => false);
  }
  return builder.finish();
}

/** A part of a branch, its turns numbered as in the whole of it. */
class Stretch extends BranchConversation {
  readonly #turns: readonly number[];

  constructor(entries: readonly Entry[], turns: readonly number[]) {
    super(entries);
    this.#turns = turns;
  }

  override get turnNumbers(): readonly number[] {
    return this.#turns;
  }
}

// Says why a cut that was asked for changed nothing, so that nobody believes it did.
import { listCalls } from './choose-calls.ts';
import { FEW_TURNS, oldestTurns, type Reach } from './choose-turns.ts';
import type { CutOptions } from './cut.ts';
import { type Changes, type CutSession, listTurns } from './cut-session.ts';

/** `before` is the session that the cut was applied to. */
export function explainIdle(before: CutSession, cut: CutOptions, changes: Changes): string[] {
  const reasons: string[] = [];
  if (cut.removeCalls && !changes.toolCalls) {
    reasons.push(`No tool call was removed: ${whyNoCalls(before, cut.removeCalls)}.`);
  }
  for (const one of cut.truncate ?? []) {
    if (changes.truncatedResults || changes.truncatedInputs) break;
    reasons.push(
      `Nothing was shortened: ${whyNoCalls(before, one, ` that has more than ${one.most} characters`)}.`,
    );
  }
  if (cut.removeThinking && !changes.thinkingBlocks)
    reasons.push('No thinking was removed: there is none in the turns named.');
  if (cut.removeImages && !changes.images)
    reasons.push('No image was removed: there is none in the turns named.');
  return reasons;
}

interface Choice {
  readonly reach: Reach;
  readonly tools?: readonly string[];
  readonly minSize?: number;
}

function whyNoCalls(session: CutSession, { reach, tools, minSize }: Choice, more = ''): string {
  const calls = listCalls(session.items);
  if (calls.length === 0) return 'the session has no tool calls';
  const named = tools ? calls.filter((call) => tools.includes(call.name)) : calls;
  if (named.length === 0) return `no call is of ${tools?.join(', ')}`;
  const turns = listTurns(session).filter((turn) => turn > 0);
  const last = oldestTurns(session, reach);
  const old = named.filter((call) => call.turn <= last);
  if (old.length === 0 && !(reach.kind === 'oldest' && turns.length < FEW_TURNS)) {
    const count = turns.filter((turn) => turn <= last).length;
    const which = count === 1 ? 'the oldest turn holds' : `the oldest ${count} of ${turns.length} turns hold`;
    return last < 0 ? `no turn is old enough (there are ${turns.length})` : `${which} no such call`;
  }
  if (more) return `no result among the calls named${more}`;
  return minSize ? `no old call has ${minSize} characters or more` : 'the share is less than one call';
}

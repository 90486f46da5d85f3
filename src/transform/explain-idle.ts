// Says why a cut that was asked for changed nothing, so that nobody believes it did.
import { chooseCalls, countGone, isShareOfCalls, listCalls } from './choose-calls.ts';
import { oldestTurns, type Reach } from './choose-turns.ts';
import type { CutOptions } from './cut.ts';
import { type Changes, type CutSession, listTurns } from './cut-session.ts';
import { countUndecoded, type ScaleOptions } from './scale-images.ts';
import { sentItems, sentTurns } from './sent-items.ts';

export interface AppliedCut {
  /** The session that it was applied to. */
  readonly before: CutSession;
  readonly cut: CutOptions;
  /** What it alone changed. */
  readonly changes: Changes;
  /** Images that could not be decoded in parts that stand before that session and are gone. */
  readonly undecoded: number;
}

const SAVES_NOTHING =
  'The tool calls removed stand before the last compaction, which a resume does not load: that saves no tokens.';

/**
 * `all` is what all cuts together changed, and whatever came behind them: where several ask for the same, the first takes it,
 * and what is said must hold for the copy as a whole.
 */
export function explainIdleCuts(cuts: readonly AppliedCut[], all: Changes): string[] {
  const reasons = cuts.flatMap((one) => explainIdle(one, all));
  const unsent = cuts.reduce((sum, one) => sum + (savesNothing(one) ? (one.changes.toolCalls ?? 0) : 0), 0);
  if (unsent > 0 && unsent === all.toolCalls) reasons.unshift(SAVES_NOTHING);
  return [...new Set(reasons)];
}

function explainIdle({ before, cut, undecoded }: AppliedCut, all: Changes): string[] {
  const reasons: string[] = [];
  if (cut.removeCalls && !all.toolCalls)
    reasons.push(`No tool call was removed: ${whyNoCalls(before, cut.removeCalls)}.`);
  for (const one of cut.truncate ?? []) {
    if (all.truncatedResults || all.truncatedInputs) break;
    reasons.push(
      `Nothing was shortened: ${whyNoCalls(before, one, ` that has more than ${one.most} characters`)}.`,
    );
  }
  if (cut.removeThinking && !all.thinkingBlocks)
    reasons.push('No thinking was removed: there is none in the turns named.');
  if (cut.removeImages && !all.images)
    reasons.push('No image was removed: there is none in the turns named.');
  if (cut.scaleImages) {
    const count = undecoded + countUndecoded(before, cut.scaleImages);
    reasons.push(...explainScaling(count, cut.scaleImages, all));
  }
  return reasons;
}

function savesNothing({ before, cut }: AppliedCut): boolean {
  return cut.removeCalls !== undefined && !isSent(before, chooseCalls(before, cut.removeCalls));
}

function explainScaling(undecoded: number, options: ScaleOptions, changes: Changes): string[] {
  if (undecoded > 0) {
    const [many, they] =
      undecoded === 1 ? ['One image', 'stays as it is'] : [`${undecoded} images`, 'stay as they are'];
    return [`${many} could not be decoded and ${they}.`];
  }
  if (changes.scaledImages) return [];
  return [`No image was scaled: none is larger than ${options.limit.side} pixels a side.`];
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
  if (isShareOfCalls(session, reach)) {
    const gone = countGone(session);
    if (gone > 0) return `${gone} were removed before, which is that share or more`;
    if (listCalls(sentItems(session)).length === 0)
      return 'none stands behind the last compaction, which is all that a resume loads';
  } else {
    const last = oldestTurns(session, reach);
    const turns =
      reach.kind === 'oldest' ? sentTurns(session) : listTurns(session).filter((turn) => turn > 0);
    const old = turns.filter((turn) => turn <= last).length;
    if (last < 0) return `no turn is old enough (there are ${turns.length})`;
    if (!named.some((call) => call.turn <= last))
      return `${old === 1 ? 'the oldest turn holds' : `the oldest ${old} of ${turns.length} turns hold`} no such call`;
  }
  if (more) return `no result among the calls named${more}`;
  return minSize ? `no old call has ${minSize} characters or more` : 'no call named is among the oldest';
}

function isSent(session: CutSession, ids: ReadonlySet<string>): boolean {
  return listCalls(sentItems(session)).some((call) => ids.has(call.id));
}

// Chooses what of a session counts as old: by a share of its turns, or by how many of the newest are kept.
import { Refusal } from '../base/refusal.ts';
import { type CutSession, listTurns } from './cut-session.ts';
import { sentTurns } from './sent-items.ts';

/** How far back a cut reaches. */
export type Reach =
  | { readonly kind: 'all' }
  /** The oldest share, 0 to 1, of the turns that a resume loads, and all that stands before them. */
  | { readonly kind: 'oldest'; readonly share: number }
  /** Everything but the newest turns. */
  | { readonly kind: 'keep'; readonly turns: number };

/**
 * The highest turn number that counts as old; -1 if none does. A share is of the turns that a resume loads: after a
 * compaction, half of all turns ever taken may be nothing that is still sent, and cutting them would save nothing.
 */
export function oldestTurns(session: CutSession, reach: Reach): number {
  if (reach.kind === 'oldest') {
    const sent = sentTurns(session);
    return sent[Math.floor(sent.length * reach.share) - 1] ?? -1;
  }
  const turns = listTurns(session).filter((turn) => turn > 0);
  if (turns.length === 0) return reach.kind === 'all' ? 0 : -1;
  if (reach.kind === 'all') return turns.at(-1) as number;
  const count = turns.length - reach.turns;
  return count <= 0 ? -1 : (turns[count - 1] as number);
}

/** Fewer turns than this make a share of turns meaningless: the share is then taken of the calls. */
export const FEW_TURNS = 4;

/** Reads `75%`, as a share of 0 to 1. */
export function readShare(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim());
  const share = match ? Number(match[1]) / 100 : Number.NaN;
  if (!(share >= 0 && share <= 1)) {
    throw new Refusal('bad-share', `"${text}" is not a share from 0% to 100%.`, 'Write it as 75%.');
  }
  return share;
}

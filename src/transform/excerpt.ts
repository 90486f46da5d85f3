// Keeps a range of turns: an excerpt from the middle, or a rewind to an earlier turn.
import { asWords } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import { type Cut, type CutItem, type CutSession, listTurns } from './cut-session.ts';
import type { Part } from './part.ts';

export interface TurnRange {
  readonly from?: number;
  readonly to?: number;
}

/** Of a part, the turns that went are not counted: two parts may share one. See `turnsOutside`. */
export function excerpt(session: CutSession, range: TurnRange, part?: Part): Cut {
  const turns = listTurns(session);
  const last = part?.lastTurn ?? turns.at(-1) ?? 0;
  const from = range.from ?? 0;
  const to = range.to ?? last;
  if (from > to || from > last) {
    throw new Refusal(
      'no-such-turns',
      `There are no turns ${from} to ${to}: the session has ${last}.`,
      'Name turns that exist.',
    );
  }
  const state = part ? part.states : new Set(lastStates(session.items).values());
  const items = session.items.filter(
    (item) =>
      isInside(item.turn, from, to) ||
      (item.role === 'beside' && (item.turn === 0 || (isState(item) && state.has(placeOf(item))))),
  );
  const gone = part ? 0 : turnsOutside(turns, { from, to });
  return { session: { ...session, items }, changes: gone > 0 ? { turns: gone } : {} };
}

/** How many of these turns an excerpt leaves out. */
export function turnsOutside(turns: readonly number[], range: TurnRange): number {
  const { from = 0, to = Number.POSITIVE_INFINITY } = range;
  return turns.filter((turn) => turn > 0 && !isInside(turn, from, to)).length;
}

function isInside(turn: number, from: number, to: number): boolean {
  return turn >= from && turn <= to;
}

// Entries that hold one state of the whole session: only the last of each type counts, and it counts wherever it stands.
const STATES: ReadonlySet<string> = new Set([
  'ai-title',
  'agent-name',
  'mode',
  'permission-mode',
  'pr-link',
  'cost-state',
]);

/** By type, the place of the last such entry; added to those of the items before. */
export function lastStates(
  items: readonly CutItem[],
  last: Map<string, string> = new Map(),
): Map<string, string> {
  for (const item of items) if (isState(item)) last.set(asWords(item.value.type), placeOf(item));
  return last;
}

function isState({ role, value }: CutItem): boolean {
  return role === 'beside' && STATES.has(asWords(value.type));
}

function placeOf({ entry, value }: CutItem): string {
  return `${asWords(value.type)} ${entry?.place.line}`;
}

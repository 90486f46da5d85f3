// Keeps a range of turns: an excerpt from the middle, or a rewind to an earlier turn.
import { Refusal } from '../base/refusal.ts';
import { type Cut, type CutItem, type CutSession, listTurns } from './cut-session.ts';

export interface TurnRange {
  readonly from?: number;
  readonly to?: number;
}

export function excerpt(session: CutSession, range: TurnRange): Cut {
  const turns = listTurns(session);
  const last = turns.at(-1) ?? 0;
  const from = range.from ?? 0;
  const to = range.to ?? last;
  if (from > to || from > last) {
    throw new Refusal(
      'no-such-turns',
      `There are no turns ${from} to ${to}: the session has ${last}.`,
      'Name turns that exist.',
    );
  }
  const state = lastStates(session.items);
  const items = session.items.filter(
    (item) => isInside(item.turn, from, to) || (item.role === 'beside' && item.turn === 0) || state.has(item),
  );
  const gone = turns.filter((turn) => turn > 0 && !isInside(turn, from, to)).length;
  return { session: { ...session, items }, changes: gone > 0 ? { turns: gone } : {} };
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

function lastStates(items: readonly CutItem[]): Set<CutItem> {
  const last = new Map<string, CutItem>();
  for (const item of items) {
    const type = String(item.value.type);
    if (item.role === 'beside' && STATES.has(type)) last.set(type, item);
  }
  return new Set(last.values());
}

// On which day a turn was, as far as that must be told: once for each day, and never where all is of one day.
import type { TurnLine } from '../../server/api.ts';
import { isSameDay } from './format.ts';

type TimedTurn = Pick<TurnLine, 'number' | 'start'>;

/** The time to tell a turn's own after: that of the turn above it, or its own where the turns are all of one day. */
export function timeAbove(turns: readonly TimedTurn[], number: number): number | undefined {
  const shown = turns.filter((turn) => turn.number > 0 && turn.start !== undefined);
  const at = shown.findIndex((turn) => turn.number === number);
  if (at > 0) return shown[at - 1]?.start;
  return isSameDay(shown[0]?.start, shown.at(-1)?.start) ? shown[0]?.start : undefined;
}

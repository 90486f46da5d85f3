// On which day something was, as far as that must be told: once for each day, and never where all is of one day.
import type { SessionHead, TurnLine } from '../../server/api.ts';
import { isSameDay } from './format.ts';

type TimedTurn = Pick<TurnLine, 'number' | 'start'>;

/** Whether a session goes over several days, on any of its branches: one that was left may be of another day. */
export function hasDays({
  start,
  end,
  branchList,
}: Pick<SessionHead, 'start' | 'end' | 'branchList'>): boolean {
  const times = [{ start, end }, ...branchList].flatMap((one) => [one.start, one.end]);
  const [first] = times.filter((time) => time !== undefined);
  return times.some((time) => time !== undefined && !isSameDay(time, first));
}

/** The time to tell a turn's own after: that of the turn above it, or its own where the turns are all of one day. */
export function timeAbove(turns: readonly TimedTurn[], number: number): number | undefined {
  const at = turns.findIndex((turn) => turn.number === number);
  const above = turns.findLast((turn, i) => i < at && isTimed(turn));
  if (above) return above.start;
  const first = turns.find(isTimed)?.start;
  return isSameDay(first, turns.findLast(isTimed)?.start) ? first : undefined;
}

function isTimed({ number, start }: TimedTurn): boolean {
  return number > 0 && start !== undefined;
}

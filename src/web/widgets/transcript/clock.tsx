// When something happened: the time of day, with its day where what stands above was on another one.
import type { JSX } from 'preact';
import type { WebRow } from '../../../server/api.ts';
import { formatClockAfter, formatMoment } from '../../data/format.ts';
import { turnOfRow, useSessionAround } from '../../data/session-context.ts';
import type { ThreadRows } from '../../data/thread-rows.ts';
import { useReader } from './reader.ts';

interface ClockProps {
  readonly time: number | undefined;
  /** When what stands above was; absent where nothing above tells a day. */
  readonly before: number | undefined;
  readonly class?: string;
}

export function Clock({ time, before, class: className }: ClockProps): JSX.Element {
  return (
    <span class={className} title={formatMoment(time)}>
      {formatClockAfter(time, before)}
    </span>
  );
}

/** What a row of a turn is told after: the turn's head. A turn may go on over midnight. */
export function useTimeInTurn(rows: ThreadRows, { index, time }: WebRow): number | undefined {
  const { state } = useReader();
  const session = useSessionAround();
  if (rows !== state.main) return time;
  return turnOfRow(session?.turns.value?.turns ?? [], index)?.start ?? time;
}

// Where a row stands in the window: the thread lying down, solid where it is still sent.
import type { JSX } from 'preact';
import type { TurnLine, WebRow } from '../../../server/api.ts';
import { lastCompactionRow, turnOfRow } from '../../data/session-context.ts';

interface WindowThreadProps {
  readonly row: WebRow;
  readonly turns: readonly TurnLine[];
}

const LEFT = 4;
const RIGHT = 276;

export function WindowThread({ row, turns }: WindowThreadProps): JSX.Element | null {
  const last = turns.at(-1);
  const first = turns.find((turn) => turn.number > 0);
  if (!last || !first || row.turn === 0 || row.kind === 'compaction') return null;
  const cutRow = lastCompactionRow(turns);
  const turn = turnOfRow(turns, row.index);
  const gone = row.index < cutRow || turn?.sent === false;
  const x = (number: number) =>
    last.number <= 1 ? (LEFT + RIGHT) / 2 : LEFT + ((number - 1) / (last.number - 1)) * (RIGHT - LEFT);
  const cutTurn = cutRow < 0 ? undefined : turnOfRow(turns, cutRow);
  const cut = cutTurn ? Math.max(LEFT + 14, Math.min(RIGHT - 14, x(cutTurn.number) + 9)) : undefined;
  const here = Math.max(LEFT, Math.min(RIGHT - 10, x(row.turn) - 5));
  return (
    <section>
      <h3>In the window</h3>
      <p class="ink2 window-words">
        {gone
          ? `${cutTurn ? `From ${startOf(row.turn)} to the compaction. ` : ''}Not sent any more.`
          : `Since ${startOf(row.turn)}. Still sent.`}
      </p>
      <svg width="280" height="26" viewBox="0 0 280 26" aria-hidden="true" class="window-thread">
        {cut !== undefined && (
          <>
            <path
              d={`M${LEFT} 10H${cut - 9}`}
              style={{ stroke: 'var(--thread-gone)' }}
              stroke-width="1.5"
              stroke-dasharray="5 4"
            />
            <path
              d={`M${cut} 10c-4-5-9-4-9 0s5 5 9 0 9-4 9 0-5 5-9 0z`}
              fill="none"
              style={{ stroke: 'var(--f-compact)' }}
              stroke-width="1.5"
            />
          </>
        )}
        <path
          d={`M${cut === undefined ? LEFT : cut + 9} 10H${RIGHT}`}
          style={{ stroke: last.sent ? 'var(--thread)' : 'var(--thread-gone)' }}
          stroke-width="1.5"
          stroke-dasharray={last.sent ? undefined : '5 4'}
        />
        <rect x={here} y="7" width="10" height="6" rx="3" style={{ fill: 'var(--ink)' }} />
        {last.number > 1 && x(row.turn) > 24 && (
          <text x="0" y="25">
            1
          </text>
        )}
        <text x={here + 5} y="25" text-anchor="middle" class="on">
          {row.turn}
        </text>
        {last.number > 1 && x(row.turn) < RIGHT - 24 && (
          <text x="280" y="25" text-anchor="end">
            {last.number}
          </text>
        )}
      </svg>
    </section>
  );
}

function startOf(turn: number): string {
  return turn === 0 ? 'the start' : `turn ${turn}`;
}

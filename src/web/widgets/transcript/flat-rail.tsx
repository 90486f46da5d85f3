// The rail lying down, for narrow screens.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { TurnLine } from '../../../server/api.ts';
import { layOutKnots } from '../../data/rail-knots.ts';

interface FlatRailProps {
  readonly turns: readonly TurnLine[];
  readonly current: TurnLine | undefined;
  readonly goTo: (turn: TurnLine) => void;
}

const MOST = 60;

export function FlatRail({ turns, current, goTo }: FlatRailProps): JSX.Element {
  const rail = useMemo(() => layOutKnots(turns, MOST), [turns]);
  const most = Math.max(1, ...rail.knots.map(({ tokens }) => tokens));
  const x = (at: number) => `${Math.round((3 + at * 94) * 10) / 10}%`;
  const here = rail.knots.find(
    (knot) => current && knot.from.number <= current.number && current.number <= knot.to.number,
  );
  return (
    <div
      class="rail-h"
      onPointerDown={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        const turn = rail.turnAt(((event.clientX - left) / width - 0.03) / 0.94);
        if (turn) goTo(turn);
      }}
    >
      <svg aria-hidden="true">
        <line x1="2%" x2="98%" y1="14" y2="14" style={{ stroke: 'var(--thread)' }} stroke-width="1.5" />
        {rail.knots.map((knot) => {
          const height = 5 + Math.sqrt(knot.tokens / most) * 9;
          const fill = knot === here ? 'var(--ink)' : knot.sent ? 'var(--k-user)' : 'var(--thread-gone)';
          return (
            <svg key={knot.from.number} x={x(knot.at)} y="14" overflow="visible">
              <rect x="-1.5" y={-height / 2} width="3" height={height} rx="1.5" style={{ fill }} />
              {knot.errors > 0 && <path d="M0 7 2 9 0 11-2 9z" style={{ fill: 'var(--f-error)' }} />}
            </svg>
          );
        })}
        {rail.bows.map(({ at, mark }) => (
          <svg key={mark.row} x={x(at)} y="14" overflow="visible">
            <rect x="-4" y="-3" width="8" height="6" style={{ fill: 'var(--panel)' }} />
            <path
              d="M0 0C-2-4-5-3-5 0s3 4 5 0 5-3 5 0-3 4-5 0z"
              fill="none"
              style={{ stroke: 'var(--f-compact)' }}
              stroke-width="1.25"
            />
          </svg>
        ))}
      </svg>
    </div>
  );
}

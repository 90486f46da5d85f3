// Draws the stacked bands. Long sessions are drawn by their fullest turn in each stretch, so that the picture stays small.
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { ContextAnswer, GrowthLine } from '../../../../server/api.ts';
import { formatK } from '../../../data/format.ts';
import { axisSteps, turnMarks } from '../../../widgets/chart/axis-steps.ts';
import { useScrollTo } from '../../../widgets/chart/use-scroll-to.ts';
import { layOutGrowth } from './growth-layout.ts';
import { GrowthLegend } from './growth-legend.tsx';
import { layOutLegend } from './legend-layout.ts';

const LEFT = 40;
const RIGHT = 712;
const TOP = 16;
const BOTTOM = 252;
/** How wide the flag with the selected turn is. */
const FLAG = 72;

interface GrowthPictureProps {
  readonly answer: ContextAnswer;
  readonly selected: GrowthLine;
  readonly share: boolean;
  readonly select: (turn: number) => void;
}

export function GrowthPicture({ answer, selected, share, select }: GrowthPictureProps): JSX.Element {
  const { growth, compactions } = answer;
  const layout = useMemo(
    () => layOutGrowth(growth, compactions, { left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM, share }),
    [growth, compactions, share],
  );
  const limit = share ? undefined : layout.limit;
  const x = layout.xOf(selected.turn);
  const flagAt = Math.min(Math.max(x, LEFT), RIGHT - FLAG / 2);
  const box = useRef<HTMLDivElement>(null);
  useScrollTo(box, x / 880);
  const y = layout.yOf(share ? 1 : selected.context);
  const filled = selected.filled === undefined ? '' : `, ${Math.round(selected.filled * 100)}%`;
  const pick = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * 880;
    const turn = layout.turnAt(at);
    if (turn !== undefined) select(turn);
  };
  return (
    <div class="scroll-x" ref={box}>
      <svg
        viewBox="0 0 880 280"
        class="growth"
        role="img"
        aria-label={`Tokens in the window by turn and kind. At turn ${selected.turn}: ${formatK(selected.context)}${filled}.`}
        onClick={pick}
      >
        {axisSteps(layout.most).map((step) => (
          <g key={step}>
            <line class="axis" x1={LEFT} x2={RIGHT} y1={layout.yOf(step)} y2={layout.yOf(step)} />
            <text x={LEFT - 8} y={layout.yOf(step) + 4} text-anchor="end">
              {share ? `${Math.round(step * 100)}%` : formatK(step)}
            </text>
          </g>
        ))}
        {limit !== undefined && (
          <g>
            <line class="limit" x1={LEFT} x2={RIGHT} y1={layout.yOf(limit)} y2={layout.yOf(limit)} />
            <text x={RIGHT} y={layout.yOf(limit) - 5} text-anchor="end">
              the window, {formatK(limit)}
            </text>
          </g>
        )}
        {layout.bands.map(({ key, path, fill, past }) => (
          <path key={key} d={path} style={{ fill }} class={past ? 'band band-past' : 'band'} />
        ))}
        {layout.outlines.map(({ key, path, past }) => (
          <path key={key} d={path} class={past ? 'outline band-past' : 'outline'} />
        ))}
        {layout.cliffs.map(({ x: at, label, wide }) => (
          <g key={at}>
            <path d={`M${at} ${TOP + 39}V${BOTTOM}`} class="cliff" />
            <path
              transform={`translate(${at} ${TOP + 33})`}
              d="M0 0c-3.5-5.5-9-4.5-9 0s5.5 5.5 9 0 9-4.5 9 0-5.5 5.5-9 0z"
              class="bow"
            />
            {wide && (
              <text x={at + 17} y={TOP + 37} class="cliff-word">
                {label}
              </text>
            )}
            <title>{label}</title>
          </g>
        ))}
        <line x1={x} x2={x} y1={TOP} y2={BOTTOM} class="now" />
        <circle cx={x} cy={y} r="3.5" class="now-knot" />
        <text
          x={x < 160 ? x + 8 : x - 8}
          y={Math.max(y - 8, limit === undefined ? TOP - 4 : TOP + 10)}
          text-anchor={x < 160 ? 'start' : 'end'}
          class="on halo"
        >
          {formatK(selected.context)}
          {filled}
        </text>
        {turnMarks(layout.first, layout.last, RIGHT - LEFT)
          .filter((turn) => Math.abs(layout.xOf(turn) - flagAt) > 44)
          .map((turn) => (
            <text key={turn} x={layout.xOf(turn)} y="272" text-anchor="middle">
              {turn === 0 ? 'start' : turn}
            </text>
          ))}
        <g transform={`translate(${flagAt} 268)`}>
          <rect x={-FLAG / 2} y="-11" width={FLAG} height="20" rx="3" class="now-flag" />
          <text text-anchor="middle" y="4" class="now-flag-word">
            {selected.turn === 0 ? 'start' : `turn ${selected.turn}`}
          </text>
        </g>
        <GrowthLegend
          byKind={selected.byKind}
          rows={layOutLegend(layout.ends, selected.byKind, { top: TOP, bottom: BOTTOM })}
          left={RIGHT}
        />
      </svg>
    </div>
  );
}

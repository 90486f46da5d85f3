// What each turn weighs before and after: a click selects the turn everywhere, a double click goes to it.
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { CutPlanAnswer } from '../../../../server/api.ts';
import { turnMarks } from '../../../widgets/chart/axis-steps.ts';
import { useWidth } from '../timeline/use-width.ts';
import { formatFine } from './parse-tokens.ts';
import { type TurnBar, turnBars } from './turn-bars.ts';

/** Narrower, it scrolls sideways. */
const NARROWEST = 640;
const HIGH = 52;
const BASE = 58;

interface TurnsPictureProps {
  readonly perTurn: CutPlanAnswer['perTurn'];
  readonly selected: number | undefined;
  /** The first turn that the cuts do not reach. */
  readonly keptFrom: number | undefined;
  readonly select: (turn: number) => void;
  readonly open: (turn: number) => void;
}

export function TurnsPicture({ perTurn, selected, keptFrom, select, open }: TurnsPictureProps): JSX.Element {
  const bars = useMemo(() => turnBars(perTurn), [perTurn]);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, NARROWEST);
  const step = width / Math.max(bars.length, 1);
  const gap = step > 8 ? 4 : step > 3 ? 1 : 0;
  const most = Math.max(1, ...bars.map(({ before, after }) => Math.max(before, after)));
  const high = (tokens: number) => (tokens / most) * HIGH;
  const [first = 1, last = 1] = [perTurn[0]?.turn, perTurn.at(-1)?.turn];
  const xOf = (turn: number) => {
    const at = bars.findIndex(({ to }) => to >= turn);
    return (at < 0 ? bars.length - 1 : at) * step;
  };
  const turnAt = (event: MouseEvent): number | undefined => {
    const drawn = (event.currentTarget as SVGElement).getBoundingClientRect();
    const bar = bars[Math.floor(((event.clientX - drawn.left) / drawn.width) * bars.length)];
    return bar?.from;
  };
  const on = (act: (turn: number) => void) => (event: MouseEvent) => {
    const turn = turnAt(event);
    if (turn !== undefined) act(turn);
  };
  const gone = bars.filter(({ sent }) => !sent).length;
  const shown =
    selected === undefined ? undefined : bars.find(({ from, to }) => selected >= from && selected <= to);
  return (
    <div class="scroll-x" ref={box}>
      <svg
        viewBox={`0 0 ${width} 78`}
        class="cut-turns"
        role="img"
        aria-label={`Tokens by turn, before and after, of turns ${first} to ${last}. The table tells each.`}
        onClick={on(select)}
        onDblClick={on(open)}
      >
        {bars.map((bar, i) => (
          <Bar
            key={bar.from}
            bar={bar}
            x={i * step + gap / 2}
            width={Math.max(step - gap, 0.5)}
            high={high}
          />
        ))}
        <path d={`M0 ${BASE + 0.5}H${width}`} class="axis" />
        {shown && (
          <rect
            x={xOf(shown.from)}
            y={BASE - HIGH - 4}
            width={Math.max(step, 3)}
            height={HIGH + 5}
            class="cut-turn-now"
          />
        )}
        {turnMarks(first, last, width).map((turn) => (
          <text
            key={turn}
            x={Math.min(Math.max(xOf(turn) + step / 2, 8), width - 8)}
            y={74}
            text-anchor="middle"
          >
            {turn}
          </text>
        ))}
        {gone > 1 && gone * step > 160 && (
          <text x={(gone * step) / 2} y={44} text-anchor="middle">
            already out of the window
          </text>
        )}
        {keptFrom !== undefined && (
          <>
            <path d={`M${xOf(keptFrom)} 0V${BASE}`} class="cut-kept" />
            <text
              x={xOf(keptFrom) + (xOf(keptFrom) > width - 170 ? -5 : 5)}
              y={9}
              text-anchor={xOf(keptFrom) > width - 170 ? 'end' : 'start'}
              class="halo"
            >
              kept whole from {keptFrom}
            </text>
          </>
        )}
      </svg>
    </div>
  );
}

interface BarProps {
  readonly bar: TurnBar;
  readonly x: number;
  readonly width: number;
  readonly high: (tokens: number) => number;
}

function Bar({ bar, x, width, high }: BarProps): JSX.Element {
  const { from, to, before, after, sent } = bar;
  const name = from === to ? `Turn ${from}` : `Turns ${from} to ${to}`;
  if (!sent && after === 0) {
    return (
      <rect x={x} y={BASE - 2} width={width} height={2} class="cut-turn-out">
        <title>{`${name}: out of the window`}</title>
      </rect>
    );
  }
  return (
    <g>
      <title>{`${name}: ${formatFine(before)} before, ${formatFine(after)} after`}</title>
      {after < before && (
        <rect x={x} y={BASE - high(before)} width={width} height={high(before)} class="cut-turn-was" />
      )}
      <rect x={x} y={BASE - high(after)} width={width} height={high(after)} class="cut-turn-is" />
    </g>
  );
}

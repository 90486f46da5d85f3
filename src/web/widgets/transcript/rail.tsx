// The rail: the thread from afar. Agents left, knots on it, tokens right; it is a slider, too.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { stripToLine } from '../../../base/strip-controls.ts';
import type { TurnLine } from '../../../server/api.ts';
import { clip } from '../../data/clip.ts';
import { formatK } from '../../data/format.ts';
import { type Knot, layOutKnots, type RailKnots } from '../../data/rail-knots.ts';
import { AGENT_FILLS } from '../chart/kind-bands.ts';
import { RailNotes } from './rail-notes.tsx';

interface RailProps {
  readonly turns: readonly TurnLine[];
  readonly current: TurnLine | undefined;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly goTo: (turn: TurnLine) => void;
}

const X = 42;
const WIDEST = 34;
const APART = 12;
const TOP = 2.4;
const SPAN = 95;

export function Rail(props: RailProps): JSX.Element {
  const { turns, current, firstRow, lastRow, goTo } = props;
  const box = useRef<HTMLElement>(null);
  const height = useHeight(box);
  const rail = useMemo(() => layOutKnots(turns, Math.max(8, Math.floor(height / APART))), [turns, height]);
  const most = Math.max(1, ...rail.knots.map(({ tokens }) => tokens));
  const last = rail.knots.at(-1)?.to.number ?? 0;
  const y = (at: number) => `${Math.round((TOP + at * SPAN) * 100) / 100}%`;
  const [from, to] = [rail.placeOf(firstRow), rail.placeOf(lastRow + 1)];
  const band = `${Math.max(2.6, (to - from) * SPAN)}%`;
  const here =
    current &&
    rail.knots.find((knot) => knot.from.number <= current.number && current.number <= knot.to.number);
  return (
    <nav class="rail" aria-label="Turns" ref={box}>
      {/* Without turns, or before they are known, there is nothing to slide along. */}
      {rail.knots.length > 0 && (
        <svg
          role="slider"
          // In lower case: on an SVG element the other spelling is no attribute that a browser knows.
          tabindex={0}
          aria-label="Turn"
          aria-orientation="vertical"
          aria-valuemin={1}
          aria-valuemax={Math.max(1, last)}
          aria-valuenow={current?.number ?? 1}
          aria-valuetext={`Turn ${current?.number ?? 1} of ${last}${current ? `: ${clip(stripToLine(current.prompt), 80)}` : ''}`}
          onPointerDown={(event) => dragAlong(event, rail, goTo)}
          onKeyDown={(event) => stepAlong(event, turns, current, goTo)}
        >
          <rect x="0" width="100%" y={y(from)} height={band} style={{ fill: 'var(--select)' }} />
          <rect x="0" width="3" y={y(from)} height={band} style={{ fill: 'var(--ink)' }} />
          <Thread rail={rail} y={y} />
          {rail.bows.map(({ at, mark }) => (
            <svg key={mark.row} y={y(at)} x={X} overflow="visible">
              <rect x="-3" y="-7" width="6" height="14" style={{ fill: 'var(--panel)' }} />
              <path
                d="M0 0C-3.500-5-8-4-8 0s4.500 5 8 0 8-4 8 0-4.500 5-8 0z"
                fill="none"
                style={{ stroke: 'var(--f-compact)' }}
                stroke-width="1.5"
              />
            </svg>
          ))}
          {rail.knots.map((knot) => (
            <RailKnot
              key={knot.from.number}
              knot={knot}
              y={y(knot.at)}
              most={most}
              here={knot === here ? current?.number : undefined}
              apart={Math.abs(knot.from.number - (here?.from.number ?? -9)) > 1}
            />
          ))}
          <RailNotes turns={turns} rail={rail} y={y} />
        </svg>
      )}
    </nav>
  );
}

interface RailKnotProps {
  readonly knot: Knot;
  readonly y: string;
  readonly most: number;
  /** The number of the turn that is read, on its knot: that may stand for several. */
  readonly here: number | undefined;
  readonly apart: boolean;
}

function RailKnot({ knot, y, most, here, apart }: RailKnotProps): JSX.Element {
  // One huge turn must not make all others look like nothing.
  const width = Math.max(1.5, (knot.tokens / most) ** 0.6 * WIDEST);
  const { number } = knot.from;
  const isHere = here !== undefined;
  const label = here ?? (apart ? knot.label : undefined);
  const fill = isHere ? 'var(--ink)' : knot.sent ? 'var(--k-user)' : 'var(--thread-gone)';
  return (
    <>
      <svg y={y} x={X} overflow="visible">
        <title>{`Turn ${number}, +${formatK(knot.tokens)}: ${clip(stripToLine(knot.from.prompt), 120)}`}</title>
        {knot.fork && (
          <>
            <path
              d="M0 2C0 12-9 8-9 17"
              fill="none"
              style={{ stroke: 'var(--thread)' }}
              stroke-width="1.250"
            />
            <circle cx="-9" cy="19.5" r="2" style={{ fill: 'var(--panel)', stroke: 'var(--thread)' }} />
          </>
        )}
        {AGENT_FILLS.slice(0, knot.agents).map((stroke, a) => (
          <path
            key={stroke}
            d={`M0-9C0-4 ${-7 - a * 4.5}-5 ${-7 - a * 4.5} 0S0 4 0 9`}
            fill="none"
            style={{ stroke }}
            stroke-width="1.5"
          />
        ))}
        <rect
          x="4"
          y="-1.5"
          width={width}
          height="3"
          rx="1.5"
          style={{ fill: knot.sent ? 'var(--q-3)' : 'var(--q-1)' }}
        />
        <circle
          r={isHere ? 4.5 : 3.5}
          style={{ fill, stroke: isHere ? 'var(--select)' : 'var(--panel)' }}
          stroke-width="1.5"
        />
        {knot.errors > 0 && (
          <path
            transform={`translate(${Math.min(width + 9, 42)} 0)`}
            d="M0-3.200 3.200 0 0 3.200-3.200 0z"
            style={{ fill: 'var(--f-error)' }}
          />
        )}
      </svg>
      {label !== undefined && (
        <text x="20" text-anchor="end" y={y} dy="4" class={isHere ? 'here' : ''}>
          {label}
        </text>
      )}
    </>
  );
}

/** Solid where it is still sent, dashed and faint where it is not. */
function Thread({
  rail,
  y,
}: {
  readonly rail: RailKnots;
  readonly y: (at: number) => string;
}): JSX.Element | null {
  const [first, last] = [rail.knots[0], rail.knots.at(-1)];
  if (!first || !last) return null;
  const sent = rail.knots.find((knot) => knot.sent);
  const cut = rail.bows.at(-1)?.at ?? (sent ? sent.at : last.at);
  const gone = !first.sent;
  return (
    <>
      {gone && (
        <line
          x1={X}
          x2={X}
          y1={y(first.at)}
          y2={y(cut)}
          style={{ stroke: 'var(--thread-gone)' }}
          stroke-width="1.5"
          stroke-dasharray="5 4"
        />
      )}
      {sent && (
        <line
          x1={X}
          x2={X}
          y1={y(gone ? cut : first.at)}
          y2={y(last.at)}
          style={{ stroke: 'var(--thread)' }}
          stroke-width="1.5"
        />
      )}
    </>
  );
}

function dragAlong(event: PointerEvent, rail: RailKnots, goTo: (turn: TurnLine) => void): void {
  const svg = event.currentTarget as SVGSVGElement;
  let before: TurnLine | undefined;
  const follow = (move: PointerEvent) => {
    const { top, height } = svg.getBoundingClientRect();
    const turn = rail.turnAt(((move.clientY - top) / height - TOP / 100) / (SPAN / 100));
    if (turn && turn !== before) goTo(turn);
    before = turn;
  };
  svg.setPointerCapture(event.pointerId);
  svg.onpointermove = follow;
  // However it ends: a finger that the page takes for scrolling is never lifted.
  svg.onlostpointercapture = () => {
    svg.onpointermove = null;
  };
  follow(event);
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function stepAlong(
  event: KeyboardEvent,
  turns: readonly TurnLine[],
  current: TurnLine | undefined,
  goTo: (turn: TurnLine) => void,
): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const shown = turns.filter((turn) => turn.number > 0);
  // By its number: a session that grows has its turns told anew.
  const at = shown.findIndex(({ number }) => number === current?.number);
  const next = shown[Math.max(0, Math.min(shown.length - 1, at + step))];
  if (next) goTo(next);
}

function useHeight(box: { readonly current: HTMLElement | null }): number {
  const [height, setHeight] = useState(700);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height || 700));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return height;
}

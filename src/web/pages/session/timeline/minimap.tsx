// The whole session in a strip: how busy it was, its prompts, agents, compactions and failures.
import type { JSX } from 'preact';
import type { TimelineAnswer } from '../../../../server/api.ts';
import type { TimeFold } from './fold-time.ts';
import { gatherMarks, xOf } from './gather-marks.ts';
import type { SpanIndex } from './span-index.ts';

const BAR = 2.4;
const MIDDLE = 18;
const MOST_ARCS = 60;

export function drawMinimap(
  { spans }: TimelineAnswer,
  index: SpanIndex,
  fold: TimeFold,
  width: number,
): JSX.Element {
  const frame = { from: 0, to: fold.length, left: 0, right: width };
  const count = Math.max(1, Math.floor(width / BAR));
  const busy = new Float64Array(count);
  const failed = new Set<number>();
  const perBar = fold.length / count;
  for (const span of spans) {
    if (span.kind !== 'tool' && span.kind !== 'thinking' && span.kind !== 'answer') continue;
    const [from, to] = [fold.unitOf(span.start), fold.unitOf(span.end)];
    const last = Math.min(Math.floor(to / perBar), count - 1);
    for (let i = Math.min(Math.floor(from / perBar), count - 1); i <= last; i++) {
      const part = Math.min(to, (i + 1) * perBar) - Math.max(from, i * perBar);
      busy[i] = (busy[i] as number) + Math.max(part, 0) / perBar;
    }
    // Failures lie further apart than bars, or they would hide each other.
    if (span.failed) failed.add(Math.floor((from / fold.length) * (width / 6)));
  }
  const gaps = fold.folds.map((one) => [xOf(frame, one.from), xOf(frame, one.to)] as const);
  const wide = gaps.filter(([a, b]) => b - a > 3);
  return (
    <g>
      <path class="map-thread" d={threadPath(wide, width)} />
      {Array.from(busy, (share, i) =>
        share < 0.02 ? null : (
          <rect
            key={i}
            class="map-bar"
            x={i * BAR}
            y={MIDDLE - heightOf(share) / 2}
            width="1.4"
            height={heightOf(share)}
          />
        ),
      )}
      {index.agents.slice(0, MOST_ARCS).map((span) => {
        const [a, b] = [xOf(frame, fold.unitOf(span.start)), xOf(frame, fold.unitOf(span.end))];
        return <path key={span.id} class="map-arc" d={`M${a} ${MIDDLE}Q${(a + b) / 2} -6 ${b} ${MIDDLE}`} />;
      })}
      {gatherMarks(index.prompts, frame, 7, 22).map(({ span, x }) => (
        <rect key={span.id} class="map-prompt" x={x} y="7" width="2" height="22" />
      ))}
      {gatherMarks(index.marks, frame, 4, 28).map(
        ({ span, x }) =>
          span.kind === 'compaction' && (
            <rect key={span.id} class="map-cut" x={x} y="4" width="3" height="28" />
          ),
      )}
      {[...failed].map((at) => (
        <rect key={at} class="map-error" x={at * 6} y="32" width="4" height="4" />
      ))}
    </g>
  );
}

function heightOf(share: number): number {
  return 3 + Math.min(share, 2) * 10;
}

function threadPath(gaps: readonly (readonly [number, number])[], width: number): string {
  let path = `M0 ${MIDDLE}`;
  for (const [from, to] of gaps) path += `H${from}M${to} ${MIDDLE}`;
  return `${path}H${width}`;
}

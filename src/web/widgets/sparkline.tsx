// How the window filled along a session, as a small line; a compaction is a drop.
import type { JSX } from 'preact';
import type { Sparkline as Points } from '../../server/api.ts';
import { formatK } from '../data/format.ts';

const WIDTH = 66;
const BOTTOM = 27;
const HEIGHT = 26;
const FULL = 200_000;

interface SparklineProps {
  readonly line: Points;
  readonly window?: number | undefined;
}

export function Sparkline({ line, window = FULL }: SparklineProps): JSX.Element | null {
  const { compactions } = line;
  // One request is a level, not a slope.
  const points = line.points.length === 1 ? [...line.points, ...line.points] : line.points;
  const last = points.at(-1);
  if (last === undefined) return null;
  const most = Math.max(window, ...points);
  const x = (i: number) => round((i / (points.length - 1)) * WIDTH + 1);
  const y = (tokens: number) => round(BOTTOM - (tokens / most) * HEIGHT);
  const path = points.map((tokens, i) => `${i === 0 ? 'M' : 'L'}${x(i)} ${y(tokens)}`).join('');
  return (
    <svg class="spark" viewBox="0 0 68 28" role="img" aria-label={`Window grew to ${formatK(last)} tokens`}>
      <path class="fill" d={`${path}L${x(points.length - 1)} 27.5L1 27.5Z`} />
      <path d={path} />
      {compactions.map((at) => (
        <path key={at} class="cmp" d={`M${x(at)} ${y(points[at] ?? 0)}V${y(points[at + 1] ?? 0)}`} />
      ))}
      <circle class="end" cx={x(points.length - 1)} cy={y(last)} r="1.6" />
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

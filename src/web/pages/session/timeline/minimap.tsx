// The whole session in a strip: how busy it was, its prompts, agents, compactions and failures.
import type { JSX } from 'preact';
import type { TimeFold } from '../../../../render/timeline/fold-time.ts';
import type { TimeMap } from '../../../../server/api.ts';

const MIDDLE = 18;
const PLACES = 1000;
const MOST_PROMPTS = 180;
/** Bars nearer together than this run into one. */
const BAR = 2.4;

export function drawMinimap(map: TimeMap, fold: TimeFold, width: number): JSX.Element {
  const x = (place: number): number => (place / PLACES) * width;
  const bars = mergeBars(map.busy, Math.max(1, Math.floor(width / BAR)));
  // Many prompts would cover everything else.
  const prompt = map.prompts.length > MOST_PROMPTS ? '2h1v3h-1z' : '7h2v22h-2z';
  const gaps = fold.folds.map((one) => [one.from, one.to].map((unit) => (unit / fold.length) * width));
  return (
    <g>
      <path class="map-thread" d={threadPath(gaps as [number, number][], width)} />
      <path class="map-bar" d={bars.map((share, i) => barPath(share, (i / bars.length) * width)).join('')} />
      {map.agents.map(([from, to]) => (
        <path
          key={`${from} ${to}`}
          class="map-arc"
          d={`M${x(from)} ${MIDDLE}Q${x((from + to) / 2)} -6 ${x(to)} ${MIDDLE}`}
        />
      ))}
      <path class="map-prompt" d={map.prompts.map((at) => `M${x(at)} ${prompt}`).join('')} />
      <path class="map-cut" d={map.compactions.map((at) => `M${x(at)} 4h3v28h-3z`).join('')} />
      <path class="map-error" d={map.failures.map((at) => `M${x(at)} 32h4v4h-4z`).join('')} />
    </g>
  );
}

// On a narrow screen several bars share a place: the highest is drawn, so that no peak is lost.
function mergeBars(busy: readonly number[], most: number): number[] {
  const bars = new Array<number>(Math.min(most, busy.length)).fill(0);
  for (const [i, share] of busy.entries()) {
    const at = Math.floor((i * bars.length) / busy.length);
    bars[at] = Math.max(bars[at] as number, share);
  }
  return bars;
}

function barPath(hundredths: number, x: number): string {
  if (hundredths < 2) return '';
  const height = 3 + (Math.min(hundredths, 200) / 100) * 10;
  return `M${x} ${MIDDLE - height / 2}h1.4v${height}h-1.4z`;
}

function threadPath(gaps: readonly (readonly [number, number])[], width: number): string {
  let path = `M0 ${MIDDLE}`;
  for (const [from, to] of gaps) if (to - from > 3) path += `H${from}M${to} ${MIDDLE}`;
  return `${path}H${width}`;
}

// The whole session as a strip of a few hundred bars: how busy it was, and where its prompts, agents, cuts and failures are.
import { firstIn } from './span-rows.ts';
import type { TimelineIndex } from './timeline-index.ts';

/** Places are counted in thousandths of the drawn axis. */
export interface TimeMap {
  /** For each bar how many worked in it on average, in hundredths. */
  readonly busy: readonly number[];
  readonly prompts: readonly number[];
  readonly compactions: readonly number[];
  readonly failures: readonly number[];
  /** From and to; of very many, the longest of each stretch. */
  readonly agents: readonly Arc[];
}

type Arc = readonly [from: number, to: number];

const BARS = 400;
const PLACES = 1000;
const MOST_ARCS = 60;
const FAILURES = 160;

export function drawMap(index: TimelineIndex, folded: boolean): TimeMap {
  const { fold, lanes } = index.axis(folded);
  const busy = new Float64Array(BARS);
  const failed = new Set<number>();
  const [prompts, compactions] = [new Set<number>(), new Set<number>()];
  const perBar = fold.length / BARS;
  const placeOf = (unit: number): number => Math.round((unit / fold.length) * PLACES);
  for (const row of lanes) {
    for (let i = firstIn(row, 0); i < row.spans.length; i++) {
      const [from, to] = [row.from[i] as number, row.to[i] as number];
      const kind = row.spans[i]?.kind;
      if (row.sort === 'prompt') prompts.add(placeOf(from));
      else if (kind === 'compaction') compactions.add(placeOf(from));
      if (row.sort !== 'call' && row.sort !== 'model') continue;
      addBusy(busy, from / perBar, to / perBar);
      // Failures lie further apart than bars, or they would hide each other.
      if (row.spans[i]?.failed) failed.add(Math.floor((from / fold.length) * FAILURES));
    }
  }
  const arcs = index.agents.map(
    ({ start, end }): Arc => [placeOf(fold.unitOf(start)), placeOf(fold.unitOf(end))],
  );
  return {
    busy: Array.from(busy, (share) => Math.round(share * 100)),
    prompts: [...prompts],
    compactions: [...compactions],
    failures: [...failed].map((at) => Math.round((at / FAILURES) * PLACES)),
    agents: thinArcs(arcs),
  };
}

// The longest of all would leave stretches empty in which agents worked, too.
function thinArcs(arcs: readonly Arc[]): readonly Arc[] {
  if (arcs.length <= MOST_ARCS) return arcs;
  const longest = new Map<number, Arc>();
  for (const arc of arcs) {
    const stretch = Math.floor((arc[0] * MOST_ARCS) / (PLACES + 1));
    const known = longest.get(stretch);
    if (!known || arc[1] - arc[0] > known[1] - known[0]) longest.set(stretch, arc);
  }
  return [...longest.values()];
}

function addBusy(busy: Float64Array, from: number, to: number): void {
  const last = Math.min(Math.floor(to), busy.length - 1);
  for (let i = Math.min(Math.floor(from), busy.length - 1); i <= last; i++) {
    const part = Math.min(to, i + 1) - Math.max(from, i);
    if (part > 0) busy[i] = (busy[i] as number) + part;
  }
}

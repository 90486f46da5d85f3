// Where the bands, cliffs and turns of the growth picture lie.
import type { ContextCompaction, GrowthLine } from '../../../../server/api.ts';
import { formatK } from '../../../data/format.ts';
import { bandTokens, KIND_BANDS } from '../../../widgets/chart/kind-bands.ts';
import type { BandEnd } from './legend-layout.ts';

interface GrowthFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Draws shares of the window's content instead of tokens. */
  readonly share: boolean;
}

interface GrowthLayout {
  readonly first: number;
  readonly last: number;
  /** The top of the axis. */
  readonly most: number;
  /** The size of the window, where it is near enough to be drawn. */
  readonly limit: number | undefined;
  readonly xOf: (turn: number) => number;
  readonly yOf: (value: number) => number;
  readonly turnAt: (x: number) => number | undefined;
  readonly bands: readonly {
    readonly key: string;
    readonly path: string;
    readonly fill: string;
    /** Before the last full compaction: no longer sent. */
    readonly past: boolean;
  }[];
  /** The upper edge of each stretch. */
  readonly outlines: readonly { readonly key: string; readonly path: string; readonly past: boolean }[];
  /** Where each band ends at the right, from the bottom one on. */
  readonly ends: readonly BandEnd[];
  readonly cliffs: readonly { readonly x: number; readonly label: string; readonly wide: boolean }[];
}

/** About one drawn turn for each pixel is all that a picture can show. */
const MOST_DRAWN = 700;

export function layOutGrowth(
  growth: readonly GrowthLine[],
  compactions: readonly ContextCompaction[],
  frame: GrowthFrame,
): GrowthLayout {
  const { left, right, top, bottom, share } = frame;
  const full = compactions
    .filter(({ scope }) => scope === 'full')
    .map((one) => ({ ...one, edge: edgeOf(one, growth), full: sumOf(one.byKind ?? {}) }));
  const drawn = withStart(growth, full, share);
  const first = drawn[0]?.turn ?? 0;
  const last = drawn.at(-1)?.turn ?? 0;
  const peak = [...growth.map(({ context }) => context), ...full.map((one) => one.full)].reduce(
    (most, tokens) => Math.max(most, tokens),
    1,
  );
  const window = growth.at(-1)?.window;
  // A window of a million above a session of thirty thousand would press the picture flat.
  const limit = window !== undefined && window <= peak * 4 ? window : undefined;
  const most = share ? 1 : Math.max(peak, limit ?? 0);
  const xOf = (turn: number) =>
    last === first ? left : left + ((turn - first) / (last - first)) * (right - left);
  const yOf = (value: number) => bottom - (value / most) * (bottom - top);
  const cuts = full.map(({ edge }) => edge);
  const parts = riseToCuts(splitAt(thin(drawn), cuts), full);
  const stacks = parts.map((part) => stack(part, share));
  const bands = parts.flatMap((part, i) =>
    (stacks[i] as Edges[]).map((edges, band) => ({
      key: `${i} ${band}`,
      path: areaPath(part, edges, xOf, yOf),
      fill: (KIND_BANDS[band] as (typeof KIND_BANDS)[number]).fill,
      past: i < parts.length - 1,
    })),
  );
  const outlines = parts.map((part, i) => ({
    key: `${i}`,
    path: outlinePath(part, stacks[i]?.at(-1)?.upper ?? [], xOf, yOf),
    past: i < parts.length - 1,
  }));
  const ends = (stacks.at(-1) ?? []).map(({ lower, upper }) => ({
    lower: yOf(lower.at(-1) ?? 0),
    upper: yOf(upper.at(-1) ?? 0),
  }));
  const cliffs = full.map(({ edge, before, after }) => ({
    x: Math.max(left, Math.min(xOf(edge + 0.5), right)),
    label: cliffWords(before, after),
    wide: cuts.length <= 3 && xOf(edge + 0.5) < right - 160,
  }));
  const turnAt = (x: number) => {
    const wanted = first + ((x - left) / (right - left)) * (last - first);
    let best: GrowthLine | undefined;
    for (const line of growth) {
      if (!best || Math.abs(line.turn - wanted) < Math.abs(best.turn - wanted)) best = line;
    }
    return best?.turn;
  };
  return { first, last, most, limit, xOf, yOf, turnAt, bands, outlines, ends, cliffs };
}

function cliffWords(before: number | undefined, after: number | undefined): string {
  if (before === undefined) return 'compacted';
  return after === undefined
    ? `compacted at ${formatK(before)}`
    : `compacted, ${formatK(before)} → ${formatK(after)}`;
}

// A turn that was compacted on its way ends in the new window: the cliff stands before it.
function edgeOf({ turn, before: full = 0 }: ContextCompaction, growth: readonly GrowthLine[]): number {
  const at = growth.findIndex((line) => line.turn === turn);
  const [before, line] = [growth[at - 1], growth[at]];
  if (line && line.context < (before?.context ?? full)) return before?.turn ?? turn - 1;
  return turn;
}

// No turn ends before a compaction on the way of the very first: its window rises from where the session began.
function withStart(
  growth: readonly GrowthLine[],
  cuts: readonly Cut[],
  share: boolean,
): readonly DrawnLine[] {
  const cut = cuts.find((one) => isRise(one) && one.edge < (growth[0]?.turn ?? 0));
  if (!cut) return growth;
  // A share of nothing is none: there the content stands as it was at the compaction.
  return [{ turn: cut.edge, byKind: (share && cut.byKind) || {}, context: 0 }, ...growth];
}

/** The fullest turn of each stretch stands for it. */
function thin(growth: readonly DrawnLine[]): readonly DrawnLine[] {
  if (growth.length <= MOST_DRAWN) return growth;
  const kept: DrawnLine[] = [];
  const size = growth.length / MOST_DRAWN;
  for (let i = 0; i < MOST_DRAWN; i++) {
    const stretch = growth.slice(Math.floor(i * size), Math.floor((i + 1) * size));
    kept.push(stretch.reduce((a, b) => (b.context > a.context ? b : a)));
  }
  if (kept.at(-1) !== growth.at(-1)) kept.push(growth.at(-1) as DrawnLine);
  return kept;
}

function splitAt(growth: readonly DrawnLine[], cuts: readonly number[]): (readonly DrawnLine[])[] {
  const edges = [...new Set(cuts)].sort((a, b) => a - b);
  const parts: DrawnLine[][] = [[]];
  let next = 0;
  for (const line of growth) {
    while (next < edges.length && line.turn > (edges[next] as number)) {
      if ((parts.at(-1) as DrawnLine[]).length > 0) parts.push([]);
      next++;
    }
    (parts.at(-1) as DrawnLine[]).push(line);
  }
  return parts.filter((part) => part.length > 0);
}

/** A point of a stretch: a turn's end, or a compaction between two of them. */
type Point = Pick<GrowthLine, 'turn' | 'byKind'>;

/** A turn's end, or where the session began. */
type DrawnLine = Pick<GrowthLine, 'turn' | 'byKind' | 'context'>;

interface Cut extends ContextCompaction {
  readonly edge: number;
  readonly full: number;
}

// A turn that was compacted on its way ends in the new window: how full the old one became is told by the compaction alone.
function riseToCuts(parts: readonly (readonly DrawnLine[])[], cuts: readonly Cut[]): (readonly Point[])[] {
  const points: Point[][] = parts.map((part) => [...part]);
  for (const cut of cuts) {
    const { edge, byKind } = cut;
    const part = points.findLast((one) => (one.at(-1)?.turn ?? Number.POSITIVE_INFINITY) <= edge);
    if (part && byKind && isRise(cut)) part.push({ turn: edge + 0.5, byKind });
  }
  return points;
}

function isRise({ edge, turn, full }: Cut): boolean {
  return full > 0 && edge < turn;
}

function sumOf(byKind: Point['byKind']): number {
  return KIND_BANDS.reduce((sum, band) => sum + bandTokens(byKind, band), 0);
}

interface Edges {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

function stack(part: readonly Point[], share: boolean): Edges[] {
  let lower: readonly number[] = part.map(() => 0);
  const sums = part.map(({ byKind }) => sumOf(byKind));
  return KIND_BANDS.map((band) => {
    const upper = part.map((line, i) => {
      const tokens = bandTokens(line.byKind, band);
      return (lower[i] as number) + (share ? tokens / Math.max(1, sums[i] as number) : tokens);
    });
    const edges = { lower, upper };
    lower = upper;
    return edges;
  });
}

function areaPath(
  part: readonly Point[],
  { lower, upper }: Edges,
  xOf: (turn: number) => number,
  yOf: (value: number) => number,
): string {
  // A single turn has no width of its own: it is drawn as a short step.
  const xs = part.map(({ turn }) => xOf(turn));
  const wide = part.length === 1 ? 6 : 0;
  const point = (x: number, value: number) => `${x.toFixed(1)} ${yOf(value).toFixed(1)}`;
  const there = upper.map((value, i) => point((xs[i] as number) - wide, value));
  const back = lower.map((value, i) => point((xs[i] as number) + wide, value)).reverse();
  if (part.length === 1) {
    const x = xs[0] as number;
    there.push(point(x + wide, upper[0] as number));
    back.push(point(x - wide, lower[0] as number));
  }
  return `M${[...there, ...back].join('L')}Z`;
}

function outlinePath(
  part: readonly Point[],
  upper: readonly number[],
  xOf: (turn: number) => number,
  yOf: (value: number) => number,
): string {
  const points = part.map(({ turn }, i) => `${xOf(turn).toFixed(1)} ${yOf(upper[i] ?? 0).toFixed(1)}`);
  return `M${points.join('L')}`;
}

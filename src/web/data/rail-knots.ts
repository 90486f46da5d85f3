// The turns as knots on the rail: where each stands, and those that stand for several where there are too many.
import type { CompactionMark, TurnLine } from '../../server/api.ts';

export interface Knot {
  /** First and last turn that it stands for. */
  readonly from: TurnLine;
  readonly to: TurnLine;
  /** 0 to 1 along the rail. */
  readonly at: number;
  /** Tokens that were added. */
  readonly tokens: number;
  readonly errors: number;
  readonly agents: number;
  readonly fork: boolean;
  readonly sent: boolean;
  /** The number beside it: of the first turn, the last, and round ones in between. */
  readonly label?: number;
}

export interface Bow {
  readonly at: number;
  readonly mark: CompactionMark;
}

export interface RailKnots {
  readonly knots: readonly Knot[];
  readonly bows: readonly Bow[];
  /** Where a row stands, 0 to 1. */
  readonly placeOf: (row: number) => number;
  readonly turnAt: (place: number) => TurnLine | undefined;
}

export function layOutKnots(turns: readonly TurnLine[], most: number): RailKnots {
  const shown = turns.filter((turn) => turn.number > 0);
  const each = Math.max(1, Math.ceil(shown.length / Math.max(1, most)));
  const groups: TurnLine[][] = [];
  for (let i = 0; i < shown.length; i += each) groups.push(shown.slice(i, i + each));
  const tokens = new Map(shown.map((turn, i) => [turn, addedTokens(turn, shown[i - 1])]));
  const weights = groups.map((group) => (group.some((turn) => turn.calls > 5) ? 1.35 : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  const knots = groups.map((group, i): Knot => {
    const weight = weights[i] ?? 1;
    const at = (passed + weight / 2) / total;
    passed += weight;
    const last = group.at(-1) as TurnLine;
    return {
      from: group[0] as TurnLine,
      to: last,
      at,
      tokens: sum(group, (turn) => tokens.get(turn) ?? 0),
      errors: sum(group, (turn) => turn.errors),
      agents: sum(group, (turn) => turn.agents),
      fork: group.some((turn) => turn.fork),
      sent: last.sent,
      ...labelOf(group, i === 0, i === groups.length - 1, each),
    };
  });
  const placeOf = (row: number): number => placeOfRow(knots, row);
  const bows = shown.flatMap((turn) =>
    turn.compactions
      .filter(({ scope }) => scope === 'full')
      .map((mark): Bow => ({ at: placeOf(mark.row), mark })),
  );
  return { knots, bows, placeOf, turnAt: (place) => turnAtPlace(knots, place) };
}

/** Numbers stand four knots apart or more. */
const LABEL_STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;

function labelOf(
  group: readonly TurnLine[],
  isFirst: boolean,
  isLast: boolean,
  each: number,
): Pick<Knot, 'label'> {
  const step = LABEL_STEPS.find((one) => one >= each * 4) ?? 10_000;
  const turn = isFirst ? group[0] : isLast ? group.at(-1) : group.find(({ number }) => number % step === 0);
  return turn ? { label: turn.number } : {};
}

function sum(turns: readonly TurnLine[], value: (turn: TurnLine) => number): number {
  return turns.reduce((all, turn) => all + value(turn), 0);
}

// Until the tokens of a long session are attributed, how the window grew from turn to turn has to do.
function addedTokens(turn: TurnLine, before: TurnLine | undefined): number {
  const { added, contextAfter, contextBefore, output } = turn;
  if (added) return Object.values<number>(added).reduce((all, tokens) => all + tokens, 0);
  const start = contextBefore ?? before?.contextAfter;
  if (contextAfter === undefined || start === undefined) return output;
  return Math.max(output, contextAfter - Math.min(start, before?.contextAfter ?? start));
}

// A turn reaches from its knot to the next one: what is in the middle of it stands between the two.
function placeOfRow(knots: readonly Knot[], row: number): number {
  let at = knots.findLastIndex((knot) => knot.from.firstRow <= row);
  if (at < 0) at = 0;
  const knot = knots[at];
  if (!knot) return 0;
  const end = knot.to.firstRow + knot.to.rows;
  const share = Math.min(1, Math.max(0, (row - knot.from.firstRow) / Math.max(1, end - knot.from.firstRow)));
  const next = knots[at + 1]?.at ?? 1;
  return knot.at + (next - knot.at) * share;
}

function turnAtPlace(knots: readonly Knot[], place: number): TurnLine | undefined {
  let best: Knot | undefined;
  for (const knot of knots) if (!best || Math.abs(knot.at - place) < Math.abs(best.at - place)) best = knot;
  return best?.from;
}

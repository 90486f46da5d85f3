// Shares a known number of tokens among the things that came in together: the answer by its output tokens, the rest by size.
import { apportion } from './apportion.ts';
import type { TokenItem } from './list-token-items.ts';
import type { Arrival } from './split-steps.ts';
import type { Basis } from './token-window.ts';

export interface Part {
  readonly item: TokenItem;
  readonly tokens: number;
  readonly basis: Basis;
}

export interface Distribution {
  /** One per arrival, in their order. */
  readonly parts: readonly Part[];
  /** What is too much for the arrivals: something came in that the log does not show. */
  readonly unlogged: { readonly tokens: number; readonly basis: Basis } | undefined;
}

/** The size of the arrivals by estimate, where `anchor` is the answer's size if that is known. */
export function expectedTokens(arrivals: readonly Arrival[], anchor: number | undefined): number {
  const answer = arrivals.filter((arrival) => arrival.ofAnswer);
  const rest = arrivals.filter((arrival) => !arrival.ofAnswer);
  return sumOf(rest) + (anchor === undefined || answer.length === 0 ? sumOf(answer) : anchor);
}

/** The parts and what is unlogged add up to `total`. */
export function distribute(
  arrivals: readonly Arrival[],
  total: number,
  anchor: number | undefined,
): Distribution {
  const answer = arrivals.filter((arrival) => arrival.ofAnswer);
  const anchored = anchor !== undefined && answer.length > 0 && total >= anchor;
  if (!anchored) return share(arrivals, total);
  const rest = arrivals.filter((arrival) => !arrival.ofAnswer);
  const over = total - anchor;
  // A message's frame costs a few tokens: without anything else to bear them they are the answer's.
  if (rest.length === 0 && over <= FRAME) return share(answer, total);
  const own = apportion(anchor, answer.map(weight));
  const tokens = new Map(answer.map((arrival, i) => [arrival, own[i] as number]));
  const others = share(rest, over);
  for (const [i, arrival] of rest.entries()) tokens.set(arrival, others.parts[i]?.tokens ?? 0);
  const parts = arrivals.map((arrival): Part => {
    const single = (arrival.ofAnswer ? answer : rest).length === 1;
    const sure = single && (arrival.ofAnswer || others.unlogged === undefined);
    return { item: arrival.item, tokens: tokens.get(arrival) ?? 0, basis: sure ? 'attributed' : 'estimated' };
  });
  return { parts, unlogged: others.unlogged };
}

const FRAME = 40;

/** More than this is not an error of the estimate: something else came in with it. */
function mostOf(expected: number): number {
  return expected * 1.6 + 150;
}

function share(bearers: readonly Arrival[], total: number): Distribution {
  if (bearers.length === 0) {
    const unlogged = total > 0 ? { tokens: total, basis: 'attributed' as const } : undefined;
    return { parts: [], unlogged };
  }
  const expected = sumOf(bearers);
  const tooMuch = total > mostOf(expected) ? total - Math.round(expected) : 0;
  const elastic = bearers.filter((arrival) => arrival.elastic);
  const within = tooMuch > 0 ? total - tooMuch : total;
  const tokens = apportion(within, bearers.map(weight));
  const extra = apportion(tooMuch, elastic.length > 0 ? elastic.map(weight) : [1]);
  const unlogged =
    tooMuch > 0 && elastic.length === 0 ? { tokens: tooMuch, basis: 'estimated' as const } : undefined;
  const byArrival = new Map<Arrival, number>();
  for (const [i, arrival] of bearers.entries()) byArrival.set(arrival, tokens[i] as number);
  for (const [i, arrival] of elastic.entries())
    byArrival.set(arrival, (byArrival.get(arrival) as number) + (extra[i] as number));
  const basis: Basis = bearers.length === 1 && !unlogged ? 'attributed' : 'estimated';
  return {
    parts: bearers.map((arrival) => ({ item: arrival.item, tokens: byArrival.get(arrival) ?? 0, basis })),
    unlogged,
  };
}

function weight(arrival: Arrival): number {
  return arrival.estimate;
}

function sumOf(arrivals: readonly Arrival[]): number {
  return arrivals.reduce((sum, arrival) => sum + arrival.estimate, 0);
}

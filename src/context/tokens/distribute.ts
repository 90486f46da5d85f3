// Shares a known number of tokens among the things that came in together: the answer by its output tokens, the rest by size.
import { apportion } from './apportion.ts';
import type { Arrival } from './split-steps.ts';
import type { Basis } from './token-window.ts';

export interface Part {
  readonly arrival: Arrival;
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
  let answer = 0;
  let rest = 0;
  let hasAnswer = false;
  for (let i = 0; i < arrivals.length; i++) {
    const { ofAnswer, estimate } = arrivals[i] as Arrival;
    if (ofAnswer) {
      answer += estimate;
      hasAnswer = true;
    } else rest += estimate;
  }
  return rest + (anchor === undefined || !hasAnswer ? answer : anchor);
}

/** The parts and what is unlogged add up to `total`. */
export function distribute(
  arrivals: readonly Arrival[],
  total: number,
  anchor: number | undefined,
): Distribution {
  if (anchor === undefined || total < anchor) return share(arrivals, total);
  const answer: Arrival[] = [];
  const rest: Arrival[] = [];
  for (let i = 0; i < arrivals.length; i++) {
    const arrival = arrivals[i] as Arrival;
    (arrival.ofAnswer ? answer : rest).push(arrival);
  }
  if (answer.length === 0) return share(arrivals, total);
  const over = total - anchor;
  // A message's frame costs a few tokens: without anything else to bear them they are the answer's.
  if (rest.length === 0 && over <= FRAME) return share(answer, total);
  const own = apportion(anchor, answer.map(weight));
  const others = share(rest, over);
  let [ofAnswer, ofRest] = [0, 0];
  const parts = arrivals.map((arrival): Part => {
    if (!arrival.ofAnswer) {
      const tokens = others.parts[ofRest++]?.tokens ?? 0;
      const sure = rest.length === 1 && others.unlogged === undefined;
      return { arrival, tokens, basis: sure ? 'attributed' : 'estimated' };
    }
    const tokens = own[ofAnswer++] ?? 0;
    return { arrival, tokens, basis: answer.length === 1 ? 'attributed' : 'estimated' };
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
  const within = tooMuch > 0 ? total - tooMuch : total;
  const tokens = apportion(within, bearers.map(weight));
  let isBorne = false;
  if (tooMuch > 0) {
    const elastic = bearers.flatMap((arrival, i) => (arrival.elastic ? [i] : []));
    const extra = apportion(
      tooMuch,
      elastic.length > 0 ? elastic.map((i) => weight(bearers[i] as Arrival)) : [1],
    );
    for (const [n, i] of elastic.entries()) tokens[i] = (tokens[i] as number) + (extra[n] as number);
    isBorne = elastic.length > 0;
  }
  const unlogged = tooMuch > 0 && !isBorne ? { tokens: tooMuch, basis: 'estimated' as const } : undefined;
  const basis: Basis = bearers.length === 1 && !unlogged ? 'attributed' : 'estimated';
  return {
    parts: bearers.map((arrival, i) => ({ arrival, tokens: tokens[i] as number, basis })),
    unlogged,
  };
}

function weight(arrival: Arrival): number {
  return arrival.estimate;
}

function sumOf(arrivals: readonly Arrival[]): number {
  let sum = 0;
  for (let i = 0; i < arrivals.length; i++) sum += (arrivals[i] as Arrival).estimate;
  return sum;
}

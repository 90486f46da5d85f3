// Gives each knot a row and a lane: the thread runs straight down, what leaves it stands to the right, right below where it leaves.
import type { Drawing, Knot, Link } from './drawing.ts';

export interface PlacedKnot {
  readonly knot: Knot;
  readonly row: number;
  readonly lane: number;
  /** The knot it hangs on. */
  readonly parent: PlacedKnot | undefined;
  /** The link to it; undefined for a root. */
  readonly link: Link | undefined;
  /** It carries its parent's thread on, in the same lane. */
  readonly straight: boolean;
}

/** Knots in rows from the top. Linear, and without recursion: a session may be one chain of 100,000 entries. */
export function layOut(drawing: Drawing): PlacedKnot[] {
  const { knots } = drawing;
  const index = new Map(knots.map((knot, i) => [knot.id, i]));
  const incoming: (Link | undefined)[] = new Array(knots.length).fill(undefined);
  const children: number[][] = knots.map(() => []);
  for (const link of drawing.links) {
    const [from, to] = [index.get(link.from), index.get(link.to)];
    // A forest by contract; a link that would close a circle or tie a knot twice is not drawn twice.
    if (link.kind === 'agent-return' || from === undefined || to === undefined || incoming[to] || from >= to)
      continue;
    incoming[to] = link;
    children[from]?.push(to);
  }
  const straight = chooseStraight(knots, children, incoming);
  const placed: PlacedKnot[] = [];
  const places: (PlacedKnot | undefined)[] = new Array(knots.length).fill(undefined);
  const stack = knots
    .map((_, i) => i)
    .filter((i) => !incoming[i])
    .reverse();
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const link = incoming[at];
    const parent = link && places[index.get(link.from) as number];
    const goesOn = parent !== undefined && straight[index.get(parent.knot.id) as number] === at;
    const lane = parent ? parent.lane + (goesOn ? 0 : 1) : 0;
    const place: PlacedKnot = {
      knot: knots[at] as Knot,
      row: placed.length,
      lane,
      parent,
      link,
      straight: goesOn,
    };
    places[at] = place;
    placed.push(place);
    // What goes straight on comes last, below all that leaves here.
    const next = straight[at];
    if (next !== undefined) stack.push(next);
    const aside = (children[at] as number[]).filter((child) => child !== next);
    for (const child of aside.reverse()) stack.push(child);
  }
  return placed;
}

// The way a resume takes; where none does, the one with most behind it.
function chooseStraight(
  knots: readonly Knot[],
  children: readonly (readonly number[])[],
  incoming: readonly (Link | undefined)[],
): (number | undefined)[] {
  const sizes = new Array<number>(knots.length).fill(1);
  const straight = new Array<number | undefined>(knots.length).fill(undefined);
  for (let at = knots.length - 1; at >= 0; at--) {
    let best = -1;
    for (const child of children[at] as readonly number[]) {
      sizes[at] = (sizes[at] as number) + (sizes[child] as number);
      if (incoming[child]?.kind === 'agent-start') continue;
      const { state } = knots[child] as Knot;
      if (state === 'phantom' || state === 'cancelled') continue;
      const onTheWay = state === 'active' || state === 'compacted';
      const weight = (onTheWay ? knots.length : 0) + (sizes[child] as number);
      if (weight <= best) continue;
      best = weight;
      straight[at] = child;
    }
  }
  return straight;
}

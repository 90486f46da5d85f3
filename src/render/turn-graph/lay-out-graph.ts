// Where the rows of the graph have their knots, and the threads between them, each with the rows that it spans.
import type { GraphRow } from './turn-graph.ts';

export const SPINE = 84;

export interface Knot {
  readonly x: number;
  readonly r: number;
}

/** A line between two rows, drawn where any row from `from` to `to` is on the screen. */
export interface GraphThread {
  readonly key: string;
  readonly kind: 'spine' | 'gone' | 'left' | 'phantom' | 'agent';
  readonly from: number;
  readonly to: number;
  /** Where it begins, and where it runs. */
  readonly x: number;
  readonly way: number;
  /** Of an agent: the row of its own knot, whether it comes back to where it began, and its colour (0 to 2). */
  readonly knot?: number;
  readonly returns?: boolean;
  readonly colour?: number;
}

export interface GraphLayout {
  readonly knots: readonly Knot[];
  readonly threads: readonly GraphThread[];
  /** The largest growth of a turn, for the bars. */
  readonly most: number;
}

const COLOURS = 3;
const WIDEST = 172;
const LONGEST_STRETCH = 40;

export function layOutGraph(rows: readonly GraphRow[]): GraphLayout {
  let most = 1;
  for (const row of rows) most = Math.max(most, growthOf(row));
  const knots: Knot[] = [];
  const threads: GraphThread[] = [];
  const turnRow = new Map<string, number>();
  const nextKnot = findReturns(rows);
  let stretch = -1;
  let [lastSpine, agents, beyond] = [-1, 0, false];
  for (const [at, row] of rows.entries()) {
    if (row.type === 'turn') {
      agents = 0;
      turnRow.set(row.id, at);
      knots.push({
        x: xOfStrand(row.strand),
        r: row.left ? 4.5 : 3.6 + 5.2 * Math.sqrt(growthOf(row) / most),
      });
      if (row.left) pushLeft(threads, knots, row, at, turnRow.get(row.parentId ?? '') ?? at - 1);
    } else if (row.type === 'compaction') {
      knots.push({ x: xOfStrand(row.strand), r: 13 });
    } else {
      const x = xOfStrand(row.strand);
      const way = Math.min(x + 28 + 22 * (agents % COLOURS), WIDEST - 16);
      knots.push({ x: way, r: 3.5 });
      const to = row.returned ? (nextKnot[at] as number) : at;
      beyond ||= to >= rows.length;
      threads.push({
        key: `a${at}`,
        kind: 'agent',
        from: turnRow.get(row.turnId) ?? at - 1,
        to,
        x,
        way,
        knot: at,
        returns: row.returned,
        colour: agents++ % COLOURS,
      });
    }
    if (row.strand !== 0 || row.type === 'agent') continue;
    if (lastSpine >= 0) stretch = pushSpine(threads, rows, lastSpine, at, stretch);
    lastSpine = at;
  }
  // Agents of the last turn come back to the end of the thread.
  if (lastSpine >= 0 && beyond)
    threads.push({ key: 'end', kind: 'spine', from: lastSpine, to: rows.length, x: SPINE, way: SPINE });
  return { knots, threads, most };
}

/** What a row is measured by: the growth of a turn, the size of an agent. */
export function growthOf(row: GraphRow): number {
  if (row.type === 'turn') return Math.max(row.change ?? 0, 0);
  return row.type === 'agent' ? (row.tokens ?? 0) : 0;
}

function xOfStrand(strand: number): number {
  return strand === 0 ? SPINE : Math.min(SPINE + 40 + (strand - 1) * 16, WIDEST);
}

// For each agent the next knot of its strand or of one nearer to the spine, found from the end in one pass.
function findReturns(rows: readonly GraphRow[]): number[] {
  const returns = new Array<number>(rows.length);
  // Knots below, each on a strand nearer to the spine than the one before it.
  const below: number[] = [];
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at] as GraphRow;
    if (row.type === 'agent') {
      const found = below.findLast((knot) => (rows[knot] as GraphRow).strand <= row.strand);
      returns[at] = found ?? rows.length;
      continue;
    }
    while (below.length > 0 && (rows[below.at(-1) as number] as GraphRow).strand >= row.strand) below.pop();
    below.push(at);
  }
  return returns;
}

function pushSpine(
  threads: GraphThread[],
  rows: readonly GraphRow[],
  from: number,
  to: number,
  stretch: number,
): number {
  const [above, below] = [rows[from], rows[to]];
  // Above a compaction everything was replaced by its summary.
  const gone = below?.type === 'compaction' || (above?.type === 'turn' && !above.sent);
  const before = threads[stretch];
  const kind = gone ? 'gone' : 'spine';
  // Dashes of neighbours join into one line, so that they do not begin anew at every knot.
  if (before?.kind === kind && before.to === from && to - before.from < LONGEST_STRETCH) {
    threads[stretch] = { ...before, to };
    return stretch;
  }
  threads.push({ key: `s${from}`, kind, from, to, x: SPINE, way: SPINE });
  return threads.length - 1;
}

function pushLeft(
  threads: GraphThread[],
  knots: readonly Knot[],
  row: GraphRow & { readonly type: 'turn' },
  at: number,
  from: number,
): void {
  const [a, b] = [knots[from], knots[at]];
  if (!a || !b) return;
  const kind = row.state === 'live' ? 'left' : 'phantom';
  threads.push({ key: `l${at}`, kind, from, to: at, x: a.x, way: b.x });
}

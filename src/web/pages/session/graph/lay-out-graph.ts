// Where the rows of the graph have their knots, and the threads between them, each with the rows that it spans.
import type { GraphRow } from '../../../../server/api.ts';

export const ROW = 30;
export const SPINE = 84;

export interface Knot {
  readonly x: number;
  readonly r: number;
}

/** A line that is drawn where any of its rows is on the screen. */
export interface Thread {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly kind: 'spine' | 'gone' | 'left' | 'phantom' | 'agent';
  readonly path: string;
  readonly colour?: string;
}

export interface GraphLayout {
  readonly knots: readonly Knot[];
  readonly threads: readonly Thread[];
  /** The largest growth of a turn, for the bars. */
  readonly most: number;
}

const COLOURS = ['var(--f-agent)', 'var(--f-agent-2)', 'var(--f-agent-3)'];
const WIDEST = 172;

export function layOutGraph(rows: readonly GraphRow[]): GraphLayout {
  const most = rows.reduce((top, row) => Math.max(top, growthOf(row)), 1);
  const knots: Knot[] = [];
  const threads: Thread[] = [];
  const turnRow = new Map<string, number>();
  let lastSpine = -1;
  let agents = 0;
  for (const [at, row] of rows.entries()) {
    if (row.type === 'turn') {
      agents = 0;
      turnRow.set(row.id, at);
      const x = xOfStrand(row.strand);
      knots.push({ x, r: row.left ? 4.5 : 3.6 + 5.2 * Math.sqrt(growthOf(row) / most) });
      if (row.left) pushLeft(threads, knots, row, at, turnRow.get(row.parentId ?? ''));
    } else if (row.type === 'compaction') {
      knots.push({ x: xOfStrand(row.strand), r: 13 });
    } else {
      const base = xOfStrand(row.strand);
      knots.push({ x: Math.min(base + 28 + 22 * (agents % 3), WIDEST - 16), r: 3.5 });
      pushAgent(threads, knots, rows, row, at, turnRow.get(row.turnId) ?? at - 1, agents++);
    }
    if (row.strand === 0 && row.type !== 'agent') {
      if (lastSpine >= 0) pushSpine(threads, rows, lastSpine, at);
      lastSpine = at;
    }
  }
  // Agents of the last turn come back to the end of the thread.
  if (lastSpine >= 0 && threads.some(({ to }) => to >= rows.length)) {
    threads.push({
      key: 'end',
      from: lastSpine,
      to: rows.length,
      kind: 'spine',
      path: `M${SPINE} ${yOf(lastSpine)}V${yOf(rows.length)}`,
    });
  }
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

function yOf(at: number): number {
  return at * ROW + ROW / 2;
}

function pushSpine(threads: Thread[], rows: readonly GraphRow[], from: number, to: number): void {
  const [above, below] = [rows[from], rows[to]];
  // Above a compaction everything was replaced by its summary.
  const gone = below?.type === 'compaction' || (above?.type === 'turn' && !above.sent);
  const last = threads.findLastIndex(({ kind }) => kind === 'spine' || kind === 'gone');
  const before = threads[last];
  const kind = gone ? 'gone' : 'spine';
  const path = `M${SPINE} ${yOf(from)}V${yOf(to)}`;
  // Dashes of neighbours join into one line, so that they do not begin anew at every knot.
  if (before?.kind === kind && before.to === from && to - before.from < 40) {
    threads[last] = { ...before, to, path: `M${SPINE} ${yOf(before.from)}V${yOf(to)}` };
  } else threads.push({ key: `s${from}`, from, to, kind, path });
}

function pushLeft(
  threads: Thread[],
  knots: readonly Knot[],
  row: GraphRow & { readonly type: 'turn' },
  at: number,
  parent: number | undefined,
): void {
  const from = parent ?? at - 1;
  const [a, b] = [knots[from], knots[at]];
  if (!a || !b) return;
  const [top, y] = [yOf(from), yOf(at)];
  const path =
    a.x === b.x
      ? `M${a.x} ${top}V${y}`
      : `M${a.x} ${top}C${a.x} ${top + 26} ${b.x} ${top + 8} ${b.x} ${top + ROW}V${y}`;
  threads.push({ key: `l${at}`, from, to: at, kind: row.state === 'live' ? 'left' : 'phantom', path });
}

// An agent parts at its turn and comes back at the next knot of the same strand; one that never came back ends in its knot.
function pushAgent(
  threads: Thread[],
  knots: readonly Knot[],
  rows: readonly GraphRow[],
  row: GraphRow & { readonly type: 'agent' },
  at: number,
  turn: number,
  count: number,
): void {
  const [base, x] = [xOfStrand(row.strand), knots[at]?.x ?? SPINE];
  const y = yOf(turn);
  let path = `M${base} ${y}C${base} ${y + 16} ${x} ${y + 6} ${x} ${y + 26}V${yOf(at)}`;
  let to = at;
  if (row.returned) {
    to = at + 1;
    while (to < rows.length && (rows[to]?.type === 'agent' || (rows[to]?.strand ?? 0) > row.strand)) to++;
    const end = yOf(to);
    path += `V${end - 26}C${x} ${end - 6} ${base} ${end - 16} ${base} ${end}`;
  }
  const colour = COLOURS[count % COLOURS.length] as string;
  threads.push({ key: `a${at}`, from: turn, to, kind: 'agent', path, colour });
}

// Makes rows of a session held with its bodies cut short whole again, from the lines that were read anew for them.
import type { Entry, Line } from '../log/line.ts';
import { joinMessages } from '../session/messages.ts';
import type { Turn } from '../session/turns.ts';
import type { Row } from './row.ts';
import { openToolRows } from './tool-rows.ts';
import { type BranchRows, turnRows } from './turn-rows.ts';

/** The lines that a row shows, by number: a call's own and those of its results, a compaction's and that of its summary. */
export function linesOfRow(row: Row): number[] {
  if (row.kind !== 'tool') {
    const own = row.place ? [row.place.line] : [];
    return row.kind === 'compaction' && row.summaryLine !== undefined ? [...own, row.summaryLine] : own;
  }
  const { entry, copies, results } = row.call;
  return [entry, ...copies, ...results.map((result) => result.entry)].map(({ place }) => place.line);
}

/**
 * The same rows with whole contents. `rows` are some of the turn's, in order; `whole` gives the whole line for a slim one.
 * A row stays as it was where nothing of it was read anew.
 */
export function wholeRows(
  turn: Turn,
  rows: readonly Row[],
  branch: BranchRows,
  whole: ReadonlyMap<Line, Line>,
): Row[] {
  const wanted = new Set(rows.flatMap(linesOfRow));
  const slimOf = new Map<Line, Line>([...whole].map(([slim, line]) => [line, slim]));
  const toWhole = (entry: Entry): Entry => (whole.get(entry) as Entry | undefined) ?? entry;
  const entries = turn.entries.filter(({ place }) => wanted.has(place.line)).map(toWhole);
  const results = rows.flatMap((row) =>
    row.kind === 'tool' ? row.call.results.map(({ entry }) => toWhole(entry)) : [],
  );
  const prompt = turn.prompt && toWhole(turn.prompt);
  const { number, kind, start, end, exchanges, ended } = turn;
  const messages = joinMessages(entries);
  const part: Turn = { number, kind, start, end, exchanges, ended, prompt, entries, messages };
  const made = turnRows(part, {
    tools: openToolRows([...new Set([...entries, ...results])], (call) => branch.tools.agentsOf(call)),
    beside: remap(branch.beside, slimOf, (lines) => lines.map((line) => whole.get(line) ?? line)),
    forks: NO_FORKS,
    changes: NOTHING,
    incidents: remap(branch.incidents, slimOf, (incident) => incident),
    queued: {
      has: (entry: Entry) => branch.queued.has((slimOf.get(entry) ?? entry) as Entry),
    } as ReadonlySet<Entry>,
  });
  return replaceRows(rows, made);
}

const NOTHING: ReadonlyMap<Entry, readonly Row[]> = new Map();
const NO_FORKS: BranchRows['forks'] = { before: new Map(), behind: new Map() };

// The maps of a branch are keyed by the slim entries.
function remap<K, V>(
  map: ReadonlyMap<K, V>,
  slimOf: ReadonlyMap<Line, Line>,
  change: (value: V) => V,
): ReadonlyMap<K, V> {
  const get = (key: K): V | undefined => {
    const value = map.get((slimOf.get(key as unknown as Line) ?? key) as K);
    return value === undefined ? undefined : change(value);
  };
  return { get, has: (key: K) => get(key) !== undefined } as ReadonlyMap<K, V>;
}

/** Figures of these are sums over a whole turn, or come from several entries. */
const KEPT: ReadonlySet<Row['kind']> = new Set(['session', 'turn', 'compaction', 'fork', 'agent']);

// By line, kind and number among the rows of that line and kind: what stands beside a row may have changed its number.
function replaceRows(rows: readonly Row[], made: readonly Row[]): Row[] {
  const byKey = new Map<string, Row>();
  const count = counter();
  for (const row of made) byKey.set(count(row), row);
  const again = counter();
  return rows.map((row) => {
    const key = again(row);
    return KEPT.has(row.kind) || isChange(row) ? row : withPlace(row, byKey.get(key) ?? row);
  });
}

// Which calls were made at once is told by their whole message, and here are only some of its lines.
function withPlace(slim: Row, made: Row): Row {
  if (slim.kind !== 'tool' || made.kind !== 'tool') return made;
  return { ...made, call: { ...made.call, parallel: slim.call.parallel } };
}

// Told from what stands before it, which is not at hand.
function isChange(row: Row): boolean {
  return row.kind === 'notice' && (row.notice === 'model' || row.notice === 'mode');
}

function counter(): (row: Row) => string {
  const counts = new Map<string, number>();
  return (row) => {
    if (row.kind === 'tool') return `tool ${row.call.id}`;
    const name = `${row.place?.line} ${row.kind}${isChange(row) ? ' change' : ''}`;
    const number = counts.get(name) ?? 0;
    counts.set(name, number + 1);
    return `${name} ${number}`;
  };
}

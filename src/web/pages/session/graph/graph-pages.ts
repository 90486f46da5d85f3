// The rows of the graph as they were told, page by page; asks for what is needed and tells when it is there.
import { signal } from '@preact/signals';
import type { GraphPage, GraphRow, GraphThread, Knot } from '../../../../server/api.ts';

export const PAGE = 200;

/** Rows of agents between two turns, at most: beyond it a day is told once too often. */
const MOST_ABOVE = 40;

type ReadPage = (from: number) => Promise<GraphPage>;

export class GraphPages {
  readonly total: number;
  readonly most: number;
  /** It goes over several days, so times are told with theirs. */
  readonly days: boolean;
  readonly #read: ReadPage;
  readonly #rows: GraphRow[] = [];
  readonly #knots: Knot[] = [];
  readonly #threads = new Map<string, GraphThread>();
  /** Pages that were asked for, by their number. */
  readonly #asked = new Set<number>();
  /** Counts the pages that arrived. */
  readonly #told = signal(0);

  /** `before`: the pages of the same graph when it was shorter, shown until the rows were told anew. */
  constructor(first: GraphPage, read: ReadPage, before?: GraphPages, days: boolean = false) {
    this.total = first.total;
    this.most = first.most;
    this.days = days;
    this.#read = read;
    if (before) this.#keep(before);
    this.#take(first);
    if (first.from === 0) this.#asked.add(0);
  }

  /** What is drawn with a row is drawn anew when a page arrives. */
  row(at: number): GraphRow | undefined {
    void this.#told.value;
    return this.#rows[at];
  }

  knot(at: number): Knot | undefined {
    void this.#told.value;
    return this.#knots[at];
  }

  /**
   * What the time of a row is told after: that of the last row above it that shows one. Where all is on one day that is its
   * own, so that no day is told.
   */
  timeBefore(at: number): number | undefined {
    if (!this.days) return this.row(at)?.time;
    for (let above = at - 1; above >= Math.max(0, at - MOST_ABOVE); above--) {
      const row = this.row(above);
      if (!row) return undefined;
      if (row.type !== 'agent' && row.time !== undefined) return row.time;
    }
    return undefined;
  }

  /** Threads that pass rows of a stretch. */
  threads(first: number, last: number): GraphThread[] {
    void this.#told.value;
    return [...this.#threads.values()].filter(({ from, to }) => from <= last && to >= first);
  }

  /** Asks for the rows of a stretch that are not there yet. */
  need(first: number, last: number): void {
    for (let page = Math.floor(Math.max(first, 0) / PAGE); page * PAGE <= last; page++) {
      const from = page * PAGE;
      if (from >= this.total || this.#asked.has(page)) continue;
      this.#asked.add(page);
      this.#read(from).then(
        (told) => this.#take(told),
        // Asked again when it is needed the next time.
        () => this.#asked.delete(page),
      );
    }
  }

  #keep(before: GraphPages): void {
    for (const [at, row] of before.#rows.entries()) if (row) this.#rows[at] = row;
    for (const [at, knot] of before.#knots.entries()) if (knot) this.#knots[at] = knot;
    // What reached to the end now ends elsewhere.
    for (const [key, thread] of before.#threads) if (thread.to < before.total) this.#threads.set(key, thread);
  }

  #take({ from, rows, knots, threads }: GraphPage): void {
    for (const [i, row] of rows.entries()) {
      this.#rows[from + i] = row;
      this.#knots[from + i] = knots[i] as Knot;
    }
    for (const thread of threads) this.#threads.set(thread.key, thread);
    this.#told.value = this.#told.peek() + 1;
  }
}

// The rows of the graph as they were told, page by page; asks for what is needed and tells when it is there.
import { type ReadonlySignal, signal } from '@preact/signals';
import type { GraphPage, GraphRow, GraphThread, Knot } from '../../../../server/api.ts';

export const PAGE = 200;

export type ReadPage = (from: number) => Promise<GraphPage>;

export class GraphPages {
  readonly total: number;
  readonly most: number;
  readonly #read: ReadPage;
  readonly #rows: GraphRow[] = [];
  readonly #knots: Knot[] = [];
  readonly #threads = new Map<string, GraphThread>();
  /** Pages that were asked for, by their number. */
  readonly #asked = new Set<number>();
  readonly #told = signal(0);

  constructor(first: GraphPage, read: ReadPage) {
    this.total = first.total;
    this.most = first.most;
    this.#read = read;
    this.#take(first);
  }

  /** Changes with every page that arrives. */
  get told(): ReadonlySignal<number> {
    return this.#told;
  }

  row(at: number): GraphRow | undefined {
    return this.#rows[at];
  }

  knot(at: number): Knot | undefined {
    return this.#knots[at];
  }

  /** Threads that pass rows of a stretch. */
  threads(first: number, last: number): GraphThread[] {
    return [...this.#threads.values()].filter(({ from, to }) => from <= last && to >= first);
  }

  /** Asks for the rows of a stretch that are not there yet. */
  need(first: number, last: number): void {
    for (let page = Math.floor(Math.max(first, 0) / PAGE); page * PAGE <= last; page++) {
      const from = page * PAGE;
      if (from >= this.total || this.#asked.has(page)) continue;
      let missing = false;
      for (let at = from; at < Math.min(from + PAGE, this.total); at++) missing ||= !this.#rows[at];
      if (!missing) continue;
      this.#asked.add(page);
      this.#read(from).then(
        (told) => this.#take(told),
        // Asked again when it is needed the next time.
        () => this.#asked.delete(page),
      );
    }
  }

  #take({ from, rows, knots, threads }: GraphPage): void {
    for (const [i, row] of rows.entries()) {
      this.#rows[from + i] = row;
      this.#knots[from + i] = knots[i] as Knot;
    }
    for (const thread of threads) this.#threads.set(thread.key, thread);
    this.#told.value++;
  }
}

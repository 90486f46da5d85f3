// A turn graph made ready for questions: pages of its rows with the threads beside them, and which row an address means.
import type { BuiltGraph } from './build-turn-graph.ts';
import { type GraphLayout, type GraphThread, type Knot, layOutGraph } from './lay-out-graph.ts';
import type { GraphRow } from './turn-graph.ts';

export interface GraphPage {
  /** The row that it begins with, and how many there are in all. */
  readonly from: number;
  readonly total: number;
  readonly rows: readonly GraphRow[];
  readonly knots: readonly Knot[];
  /** Every thread that passes one of its rows. */
  readonly threads: readonly GraphThread[];
  /** The largest growth of all turns, for the bars. */
  readonly most: number;
}

export type GraphGoal = 'error' | 'agent' | 'compaction';

export interface GraphFindQuery {
  /** An address that all tabs share. */
  readonly turn?: number;
  readonly line?: number;
  readonly agent?: string;
  /** By number or by leaf. */
  readonly branch?: string;
  /** From a row to the next or previous one of a sort. */
  readonly from?: number;
  readonly go?: 'next' | 'previous';
  readonly goal?: GraphGoal;
}

const BLOCK = 64;

export class GraphIndex {
  readonly graph: BuiltGraph;
  readonly #layout: GraphLayout;
  /** For each stretch of rows the threads that pass it. */
  readonly #passing: GraphThread[][] = [];
  #byLine: ReadonlyMap<number, number> | undefined;

  constructor(graph: BuiltGraph) {
    this.graph = graph;
    this.#layout = layOutGraph(graph.rows);
    for (const thread of this.#layout.threads) {
      const last = Math.floor(thread.to / BLOCK);
      for (let block = Math.floor(Math.max(thread.from, 0) / BLOCK); block <= last; block++) {
        const list = this.#passing[block];
        if (list) list.push(thread);
        else this.#passing[block] = [thread];
      }
    }
  }

  page(from: number, count: number): GraphPage {
    const { rows } = this.graph;
    const first = Math.min(Math.max(from, 0), Math.max(rows.length - 1, 0));
    const last = Math.min(first + count, rows.length);
    const threads = new Set<GraphThread>();
    for (let block = Math.floor(first / BLOCK); block <= Math.floor(last / BLOCK); block++)
      for (const thread of this.#passing[block] ?? [])
        if (thread.from < last && thread.to >= first) threads.add(thread);
    return {
      from: first,
      total: rows.length,
      rows: rows.slice(first, last),
      knots: this.#layout.knots.slice(first, last),
      threads: [...threads],
      most: this.#layout.most,
    };
  }

  /** The number of a row; -1 where there is none. */
  find(query: GraphFindQuery): number {
    return query.go ? this.#step(query) : this.#rowOfAddress(query);
  }

  #step({ from = -1, go, goal = 'error' }: GraphFindQuery): number {
    const { rows } = this.graph;
    const by = go === 'previous' ? -1 : 1;
    const start = from < 0 && by < 0 ? rows.length - 1 : from + by;
    for (let at = start; rows[at]; at += by) if (TESTS[goal](rows[at] as GraphRow)) return at;
    return -1;
  }

  #rowOfAddress({ turn, line, agent, branch }: GraphFindQuery): number {
    const { rows, branches } = this.graph;
    if (agent !== undefined) {
      const at = rows.findIndex((row) => row.type === 'agent' && row.agentId === agent);
      if (at >= 0) return at;
    }
    const number = branches.find((one) => String(one.number) === branch || one.leaf === branch)?.number;
    const isOn = (row: GraphRow): boolean =>
      row.type === 'turn' && (number === undefined ? !row.left : row.branches.includes(number));
    if (line !== undefined) {
      const own = rows.findIndex((row) => row.line === line && row.type !== 'agent');
      if (own >= 0) return own;
      const within = this.#rowOfLine(line);
      if (within !== undefined) return within;
    }
    if (turn === undefined) return -1;
    return rows.findIndex((row) => row.type === 'turn' && row.turn === turn && isOn(row));
  }

  // Turns of branches interleave in the file: only the entries themselves tell whose a line is.
  #rowOfLine(line: number): number | undefined {
    if (!this.#byLine) {
      const byLine = new Map<number, number>();
      for (const [at, row] of this.graph.rows.entries()) {
        if (row.type !== 'turn') continue;
        for (const { place } of this.graph.entries[at] ?? [])
          if (!byLine.has(place.line)) byLine.set(place.line, at);
      }
      this.#byLine = byLine;
    }
    return this.#byLine.get(line);
  }
}

const TESTS: Readonly<Record<GraphGoal, (row: GraphRow) => boolean>> = {
  error: (row) => row.type !== 'compaction' && row.failedCalls > 0,
  agent: ({ type }) => type === 'agent',
  compaction: ({ type }) => type === 'compaction',
};

// One branch of a thread made ready for paging: how many rows it has, where each turn begins, and any row by number, id or line.
import type { Line } from '../../log/line.ts';
import type { Turn } from '../../session/turns.ts';
import type { Row, ToolRow } from '../row.ts';
import type { Transcript } from '../transcript.ts';
import { linesOfRow } from '../whole-rows.ts';
import { factsOfTurn, type TurnFacts } from './turn-facts.ts';

export interface NumberedRow {
  readonly index: number;
  readonly id: string;
  readonly row: Row;
  /** Undefined before the first and behind the last turn. */
  readonly turn: Turn | undefined;
  /** Where that stands among the turns. */
  readonly turnAt: number;
  /** The time of the row before it in the same turn. */
  readonly timeBefore: number | undefined;
}

/** Where the same call was made, by rows. */
export interface SameCalls {
  /** In their order. */
  readonly rows: readonly number[];
  readonly ids: readonly string[];
}

export class WebThread {
  readonly transcript: Transcript;
  readonly facts: readonly TurnFacts[];
  readonly total: number;
  readonly #starts: Uint32Array;
  readonly #lines: Uint32Array;
  readonly #ordinals: Uint32Array;
  readonly #byLine = new Map<number, number[]>();
  /** Lines of results, by the row of their call. */
  readonly #alsoShown = new Map<number, number>();
  /** Rows that come from no line, by their ids. */
  readonly #named = new Map<string, number>();
  readonly #same = new Map<string, { rows: number[]; ids: string[] }>();
  /** Rows of the stretches used last: pages of one long turn are asked for one after another. */
  readonly #kept = new Map<number, readonly Row[]>();
  readonly #mostKept: number;

  /** Makes every row once to count them; they are let go again, unless all will be asked for: then `keepsRows`. */
  constructor(transcript: Transcript, { keepsRows = false }: { readonly keepsRows?: boolean } = {}) {
    this.transcript = transcript;
    this.#mostKept = keepsRows ? Number.POSITIVE_INFINITY : MOST_KEPT;
    const { turns } = transcript;
    this.#starts = new Uint32Array(turns.length + 2);
    const lines: number[] = [];
    const ordinals: number[] = [];
    const facts: TurnFacts[] = [];
    for (let at = 0; at < turns.length + 2; at++) {
      this.#starts[at] = lines.length;
      const rows = keepsRows ? this.#rowsOf(at) : this.#makeRows(at);
      const turn = turns[at - 1];
      if (turn) facts.push(factsOfTurn(turn, rows, lines.length));
      for (const row of rows) {
        const index = lines.length;
        const line = row.place?.line ?? 0;
        lines.push(line);
        ordinals.push(this.#note(row, line, index));
        if (row.kind === 'tool') this.#noteCall(row, index);
      }
    }
    this.facts = facts;
    this.total = lines.length;
    this.#lines = Uint32Array.from(lines);
    this.#ordinals = Uint32Array.from(ordinals);
  }

  /** Rows by number. With slim lines, their bodies may be cut: see `makeWhole`. */
  rows(from: number, count: number): NumberedRow[] {
    const end = Math.min(this.total, from + count);
    const found: NumberedRow[] = [];
    for (
      let at = this.#stretchOf(from);
      at < this.#starts.length && (this.#starts[at] as number) < end;
      at++
    ) {
      const start = this.#starts[at] as number;
      const rows = this.#rowsOf(at);
      for (let i = Math.max(0, from - start); i < rows.length && start + i < end; i++) {
        found.push({
          index: start + i,
          id: this.idOf(start + i),
          row: rows[i] as Row,
          turn: this.transcript.turns[at - 1],
          turnAt: at - 1,
          timeBefore: rows[i - 1]?.time,
        });
      }
    }
    return found;
  }

  /** Replaces the rows of slim lines by whole ones; `whole` gives the line that was read anew for each slim one. */
  makeWhole(rows: readonly NumberedRow[], whole: ReadonlyMap<Line, Line>): NumberedRow[] {
    const read = new Set([...whole.keys()].map(({ place }) => place.line));
    const made = new Map<number, Row>();
    for (const turn of new Set(rows.map((row) => row.turn))) {
      const some = rows.filter(
        ({ row, turn: of }) => of === turn && linesOfRow(row).some((line) => read.has(line)),
      );
      if (!turn || some.length === 0) continue;
      const fresh = this.transcript.wholeRows(
        turn,
        some.map(({ row }) => row),
        whole,
      );
      for (const [i, { index }] of some.entries()) made.set(index, fresh[i] as Row);
    }
    return rows.map((row) => ({ ...row, row: made.get(row.index) ?? row.row }));
  }

  idOf(index: number): string {
    const line = this.#lines[index] as number;
    if (line > 0) return `${line}.${this.#ordinals[index]}`;
    return [...this.#named].find(([, at]) => at === index)?.[0] ?? 'head';
  }

  /** By number, or by an id that `idOf` gave. */
  indexOf(id: string): number | undefined {
    if (/^\d{1,9}$/.test(id)) return Number(id) < this.total ? Number(id) : undefined;
    const [, line, ordinal] = /^(\d{1,9})\.(\d{1,9})$/.exec(id) ?? [];
    if (line === undefined) return this.#named.get(id);
    return this.#byLine.get(Number(line))?.[Number(ordinal)];
  }

  /** The first row that shows a line. */
  indexOfLine(line: number): number | undefined {
    return this.#byLine.get(line)?.[0] ?? this.#alsoShown.get(line);
  }

  /** The first row of a turn, and how many it has. */
  rangeOfTurn(position: number): { readonly from: number; readonly count: number } {
    const from = this.#starts[position + 1] as number;
    return { from, count: (this.#starts[position + 2] as number) - from };
  }

  sameCalls(row: ToolRow): SameCalls | undefined {
    return this.#same.get(callKey(row));
  }

  #makeRows(at: number): Row[] {
    const { header, turns, openingRows, turnRows, closingRows } = this.transcript;
    if (at === 0) return [header, ...openingRows()];
    const turn = turns[at - 1];
    return turn ? turnRows(turn) : closingRows();
  }

  #rowsOf(at: number): readonly Row[] {
    const kept = this.#kept.get(at);
    if (kept) return kept;
    const rows = this.#makeRows(at);
    this.#kept.set(at, rows);
    if (this.#kept.size > this.#mostKept) this.#kept.delete(this.#kept.keys().next().value as number);
    return rows;
  }

  // The last stretch that begins at or before the row and is not empty.
  #stretchOf(index: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #note(row: Row, line: number, index: number): number {
    if (line === 0) {
      this.#named.set(
        row.kind === 'agent' ? `agent-${row.agentId}` : row.kind === 'session' ? 'head' : `row-${index}`,
        index,
      );
      return 0;
    }
    for (const other of linesOfRow(row)) if (other !== line) this.#alsoShown.set(other, index);
    const known = this.#byLine.get(line);
    if (known) return known.push(index) - 1;
    this.#byLine.set(line, [index]);
    return 0;
  }

  #noteCall(row: ToolRow, index: number): void {
    const key = callKey(row);
    const known = this.#same.get(key);
    if (known) {
      known.rows.push(index);
      known.ids.push(row.call.id);
    } else this.#same.set(key, { rows: [index], ids: [row.call.id] });
  }
}

const MOST_KEPT = 6;

function callKey(row: ToolRow): string {
  return `${row.call.name} ${row.summary}`;
}

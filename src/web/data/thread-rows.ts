// The rows of one thread (a branch, or an agent's) that were fetched so far, page by page around what is looked at.
import { type ReadonlySignal, signal } from '@preact/signals';
import type { ThreadQuery, WebRow } from '../../server/api.ts';
import type { SessionSource } from './session-source.ts';

/** Rows that are fetched at once. */
export const PAGE = 100;
/** Rows kept at most: far more than a screen, far less than a huge session. */
const KEPT_PAGES = 60;
const SOON_MS = 700;

export class ThreadRows {
  readonly query: ThreadQuery;
  readonly #source: SessionSource;
  readonly #pages = new Map<number, readonly (WebRow | undefined)[]>();
  readonly #asked = new Map<number, Promise<void>>();
  readonly #total = signal(0);
  readonly #version = signal(0);
  readonly #failure = signal<unknown>(undefined);
  /** False while the server knows no more than the beginning: there are more rows than `total`. */
  #isWhole = false;
  #onPage: ((from: number, rows: readonly WebRow[]) => void) | undefined;

  constructor(source: SessionSource, query: ThreadQuery) {
    this.#source = source;
    this.query = query;
  }

  /** How many rows the thread has; 0 until the first answer. */
  get total(): ReadonlySignal<number> {
    return this.#total;
  }

  /** Counts up with every page that arrives. */
  get version(): ReadonlySignal<number> {
    return this.#version;
  }

  /** What the last request was refused with. */
  get failure(): ReadonlySignal<unknown> {
    return this.#failure;
  }

  set onPage(listener: (from: number, rows: readonly WebRow[]) => void) {
    this.#onPage = listener;
  }

  /** A row that was fetched; what draws it is drawn again when its page arrives. */
  at(index: number): WebRow | undefined {
    void this.#version.value;
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** All that was fetched and is still held. */
  *held(): Generator<WebRow> {
    for (const page of this.#pages.values()) for (const row of page) if (row) yield row;
  }

  /** Fetches what is missing of a range. */
  async need(from: number, to: number): Promise<void> {
    const waits: Promise<void>[] = [];
    for (let page = Math.floor(Math.max(0, from) / PAGE); page * PAGE <= to; page++) {
      if (page > 0 && this.#isWhole && page * PAGE >= this.#total.peek()) break;
      if (!this.#pages.has(page)) waits.push(this.#fetch(page));
    }
    await Promise.all(waits);
  }

  /** The row that shows a line or an entry, by number; undefined where this thread has none. */
  async locate(where: { readonly line?: number; readonly uuid?: string }): Promise<number | undefined> {
    const answer = await this.#source.rows({ ...this.query, ...where, count: 1 });
    this.#total.value = answer.total;
    if (answer.found !== undefined) await this.need(answer.found, answer.found);
    return answer.found;
  }

  /** After growth: rows from `firstChanged` on are asked for anew. */
  async grow(firstChanged: number, total: number): Promise<void> {
    const first = Math.floor(firstChanged / PAGE);
    const stale = [...this.#pages.keys()].filter((page) => page >= first);
    for (const page of this.#asked.keys()) if (page >= first) this.#asked.delete(page);
    // The old rows stay until the new ones are there: nothing flickers.
    await Promise.all(stale.map((page) => this.#fetch(page)));
    this.#total.value = total;
    this.#version.value++;
  }

  #fetch(page: number): Promise<void> {
    const known = this.#asked.get(page);
    if (known) return known;
    const asked = this.#load(page).finally(() => {
      if (this.#asked.get(page) === asked) this.#asked.delete(page);
    });
    this.#asked.set(page, asked);
    return asked;
  }

  async #load(page: number): Promise<void> {
    try {
      const answer = await this.#source.rows({ ...this.query, from: page * PAGE, count: PAGE });
      const rows: (WebRow | undefined)[] = new Array(PAGE).fill(undefined);
      for (const [i, row] of answer.rows.entries()) {
        const at = answer.from + i - page * PAGE;
        if (at >= 0 && at < PAGE) rows[at] = row;
      }
      this.#pages.delete(page);
      this.#pages.set(page, rows);
      this.#dropOldest();
      this.#failure.value = undefined;
      // A long session shows its beginning while the server still reads the rest.
      this.#total.value = answer.provisional
        ? Math.max(this.#total.peek(), answer.from + answer.rows.length)
        : answer.total;
      this.#isWhole = answer.provisional !== true;
      if (answer.provisional) setTimeout(() => void this.#fetch(page), SOON_MS);
      this.#onPage?.(
        page * PAGE,
        rows.filter((row) => row !== undefined),
      );
      this.#version.value++;
    } catch (error) {
      this.#failure.value = error;
    }
  }

  #dropOldest(): void {
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= KEPT_PAGES) return;
      this.#pages.delete(page);
    }
  }
}

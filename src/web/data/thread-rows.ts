// The rows of one thread (a branch, or an agent's) that were fetched so far, page by page around what is looked at.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
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
  /** For each page how often it was asked for: an answer that was overtaken by a younger one is not taken. */
  readonly #questions = new Map<number, number>();
  /** For each page that was ever looked at: counts up when its rows change. */
  readonly #changes = new Map<number, Signal<number>>();
  /** Pages whose rows may have changed since: shown as they were until they are looked at, and then asked for anew. */
  readonly #stale = new Set<number>();
  /** The pages that were looked at last. */
  #wanted: { readonly first: number; readonly last: number } = { first: 0, last: 0 };
  readonly #total = signal(0);
  readonly #version = signal(0);
  readonly #failure = signal<unknown>(undefined);
  /** False while the server knows no more than the beginning: there are more rows than `total`. */
  #isWhole = false;
  #grown = 0;
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
    const page = Math.floor(index / PAGE);
    void this.#changesOf(page).value;
    return this.#pages.get(page)?.[index % PAGE];
  }

  /** All that was fetched and is still held. */
  *held(): Generator<WebRow> {
    for (const page of this.#pages.values()) for (const row of page) if (row) yield row;
  }

  /** Fetches what is missing of a range. */
  async need(from: number, to: number): Promise<void> {
    const waits: Promise<void>[] = [];
    this.#wanted = { first: pageOf(from), last: pageOf(to) };
    for (let page = pageOf(from); page <= pageOf(to); page++) {
      if (page > 0 && this.#isWhole && page * PAGE >= this.#total.peek()) break;
      if (!this.#pages.has(page) || this.#stale.has(page)) waits.push(this.#fetch(page));
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

  /** After growth: rows from `firstChanged` on are asked for anew, those that are looked at now, the others later. */
  async grow(firstChanged: number, total: number): Promise<void> {
    this.#grown++;
    const answered = await this.#renew(firstChanged);
    // An answer knows it better: it is younger than the news of the growth.
    if (!answered) this.#total.value = total;
    this.#version.value++;
  }

  /** More is known of the rows than when they were fetched. */
  async refresh(): Promise<void> {
    const [whole, total, grown] = [this.#isWhole, this.#total.peek(), this.#grown];
    await this.#renew(0);
    // Rows that came meanwhile are told of as growth.
    if (whole && grown === this.#grown) this.#total.value = total;
  }

  /** Whether any page was asked for. The old rows stay until the new ones are there: nothing flickers. */
  async #renew(firstChanged: number): Promise<boolean> {
    const first = Math.floor(firstChanged / PAGE);
    for (const page of this.#asked.keys()) if (page >= first) this.#asked.delete(page);
    for (const page of this.#pages.keys()) if (page >= first) this.#stale.add(page);
    const now = [...this.#stale].filter((page) => page >= this.#wanted.first && page <= this.#wanted.last);
    await Promise.all(now.map((page) => this.#fetch(page)));
    return now.length > 0;
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
    const question = (this.#questions.get(page) ?? 0) + 1;
    this.#questions.set(page, question);
    const isOvertaken = () => this.#questions.get(page) !== question;
    try {
      const answer = await this.#source.rows({ ...this.query, from: page * PAGE, count: PAGE });
      if (isOvertaken()) return;
      const rows: (WebRow | undefined)[] = new Array(PAGE).fill(undefined);
      for (const [i, row] of answer.rows.entries()) {
        const at = answer.from + i - page * PAGE;
        if (at >= 0 && at < PAGE) rows[at] = row;
      }
      // A long session shows its beginning while the server still reads the rest.
      if (answer.provisional) setTimeout(() => void this.#fetch(page), SOON_MS);
      // Asked for before the whole was known, and answered after it.
      if (answer.provisional && this.#isWhole && this.#pages.has(page)) return;
      this.#pages.delete(page);
      this.#pages.set(page, rows);
      this.#stale.delete(page);
      this.#dropOldest();
      this.#failure.value = undefined;
      this.#total.value = answer.provisional
        ? Math.max(this.#total.peek(), answer.from + answer.rows.length)
        : answer.total;
      this.#isWhole = answer.provisional !== true;
      this.#onPage?.(
        page * PAGE,
        rows.filter((row) => row !== undefined),
      );
      this.#changesOf(page).value++;
      this.#version.value++;
    } catch (error) {
      if (!isOvertaken()) this.#failure.value = error;
    }
  }

  #dropOldest(): void {
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= KEPT_PAGES) return;
      this.#pages.delete(page);
      this.#stale.delete(page);
      this.#changesOf(page).value++;
    }
  }

  #changesOf(page: number): Signal<number> {
    const known = this.#changes.get(page);
    if (known) return known;
    const changes = signal(0);
    this.#changes.set(page, changes);
    return changes;
  }
}

function pageOf(row: number): number {
  return Math.floor(Math.max(0, row) / PAGE);
}

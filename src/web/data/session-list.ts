// The list of sessions as the server pages it, with what was asked for; refreshed when sessions are written.
import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { SessionLine, SessionsAnswer, SessionsQuery } from '../../server/api.ts';
import { isAbort, readApi } from './api-client.ts';
import { onLive } from './live.ts';

const PAGE = 200;
const QUIET_MS = 600;

export class SessionList {
  readonly #query: SessionsQuery;
  readonly #pages = new Map<number, SessionsAnswer>();
  readonly #asked = new Set<number>();
  readonly #stop = new AbortController();
  readonly #version = signal(0);
  #newest: SessionsAnswer | undefined;
  #failure: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(query: SessionsQuery) {
    this.#query = query;
  }

  /** The newest answer: counts, days and facets hold for all pages. */
  get answer(): SessionsAnswer | undefined {
    void this.#version.value;
    return this.#newest;
  }

  get failure(): unknown {
    void this.#version.value;
    return this.#failure;
  }

  at(index: number): SessionLine | undefined {
    void this.#version.value;
    return this.#pages.get(Math.floor(index / PAGE))?.sessions[index % PAGE];
  }

  need(from: number, to: number): void {
    for (let page = Math.floor(Math.max(0, from) / PAGE); page * PAGE <= to; page++) {
      const beyond = this.#newest !== undefined && page > 0 && page * PAGE >= this.#newest.total;
      if (!beyond && !this.#pages.has(page) && !this.#asked.has(page)) void this.#load(page);
    }
  }

  /** Reads again what is shown, at most every so often. */
  refresh(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const page of new Set([0, ...this.#pages.keys()])) {
        // What is on its way was asked for before the change.
        if (this.#asked.has(page)) this.refresh();
        else void this.#load(page);
      }
    }, QUIET_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
  }

  async #load(page: number): Promise<void> {
    this.#asked.add(page);
    try {
      const query: SessionsQuery = { ...this.#query, offset: page * PAGE, limit: PAGE };
      const answer = await readApi('GET /api/sessions', { query, signal: this.#stop.signal });
      this.#pages.set(page, answer);
      this.#newest = answer;
      this.#failure = undefined;
    } catch (error) {
      if (isAbort(error)) return;
      this.#failure = error;
    }
    this.#asked.delete(page);
    this.#version.value++;
  }
}

export function useSessionList(query: SessionsQuery): SessionList {
  const wanted = JSON.stringify(query);
  const list = useMemo(() => new SessionList(query), [wanted]);
  useEffect(() => {
    list.need(0, 0);
    const stop = onLive((event) => {
      if (event.type !== 'hello' && event.type !== 'rowsAppended') list.refresh();
    });
    return () => {
      stop();
      list.close();
    };
  }, [list]);
  return list;
}

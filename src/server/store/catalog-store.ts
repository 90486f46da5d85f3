// The list of sessions from the catalog, which is brought up to date in the background; search and statistics over it.
import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSession } from '../../catalog/store/list-sessions.ts';
import type { UsageSum } from '../../stats/sum-usage.ts';
import { usageBySession } from '../../stats/usage-by-session.ts';
import type { CatalogState, SearchAnswer, SearchQuery, StatsAnswer, StatsQuery } from '../api.ts';
import { ownPrices } from '../own-prices.ts';
import { searchSessions } from '../search-view.ts';
import { viewStats } from '../stats-view.ts';
import { ToolTally } from '../tool-tally.ts';
import { PATIENCE_MS } from './file-store.ts';
import { readListed } from './read-listed.ts';
import type { ListedSession } from './session-line.ts';
import { HomesListing, type ListingOptions } from './session-listing.ts';
import type { SessionStore, StoredSession, StoreListing } from './session-store.ts';

const SHORT = 8_000_000;

export class CatalogStore implements SessionStore {
  readonly homes: readonly string[];
  readonly #catalog: Catalog;
  readonly #options: ListingOptions;
  readonly #listing: HomesListing;
  #rows: ReadonlyMap<string, CatalogSession> | undefined;
  /** By session id: what it cost with all its agents. */
  #usage: Map<string, UsageSum> | undefined;
  #syncing: Promise<void> | undefined;
  #again = false;
  #failed = false;
  #progress = { bytes: 0, bytesDone: 0 };
  /** On disk, when it was last listed. */
  #found = { sessions: 0, bytes: 0 };
  #problems: readonly string[] = [];
  readonly #tally = new ToolTally();
  readonly #listeners: (() => void)[] = [];
  #closed = false;

  constructor(catalog: Catalog, options: ListingOptions) {
    this.#catalog = catalog;
    this.#options = options;
    this.homes = options.homes;
    this.#listing = new HomesListing(options);
    this.#sync();
  }

  async list(): Promise<StoreListing> {
    await this.#settled();
    const rows = this.#read();
    const usage = this.#usages();
    const { problems, sessions: files } = await this.#listing.files();
    this.#found = { sessions: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
    const sessions = await this.#listing.all(({ file, sessionId }) =>
      toListed(rows.get(file), usage.get(sessionId)),
    );
    const told = this.#problems.map((message) => ({ path: '', message }));
    return { sessions, problems: [...problems.map(({ path, message }) => ({ path, message })), ...told] };
  }

  async find(key: string): Promise<StoredSession> {
    return this.#listing.find(key, async (session) => {
      const { file, sessionId, bytes } = session;
      const row = this.#read().get(file) ?? this.#catalog.sessionRow(this.homes, { file });
      if (row) return toListed(row, this.#usages().get(sessionId));
      // Not in the catalog yet: a short one is read here and now, so that its page has a title.
      return bytes > SHORT ? undefined : readListed(session).catch(() => undefined);
    });
  }

  state(): CatalogState {
    const state = this.#syncing ? 'syncing' : this.#failed ? 'failed' : 'in-sync';
    const { sessions, bytes } = this.#found;
    if (!this.#syncing) return { state, sessions, bytes };
    // Of what changed only: the rest was read before.
    const left = Math.max(0, this.#progress.bytes - this.#progress.bytesDone);
    return { state, sessions, bytes, bytesRead: Math.max(0, bytes - left) };
  }

  filesChanged(): void {
    this.#listing.forget();
    this.#sync();
  }

  onState(listener: () => void): void {
    this.#listeners.push(listener);
  }

  readonly search = async (query: SearchQuery): Promise<SearchAnswer> => {
    await this.#settled();
    return searchSessions(this.#catalog, query, await this.list(), this.#options.now());
  };

  readonly stats = async (query: StatsQuery): Promise<StatsAnswer> => {
    await this.#settled();
    const listing = await this.list();
    const { homes } = this;
    return viewStats(
      { catalog: this.#catalog, homes, listing, tally: this.#tally, now: this.#options.now() },
      query,
    );
  };

  async close(): Promise<void> {
    this.#closed = true;
    await this.#syncing;
    this.#catalog.close();
  }

  // A long first sync is not waited for: the list grows as it goes on.
  async #settled(): Promise<void> {
    if (!this.#syncing) return;
    await Promise.race([this.#syncing, new Promise((done) => setTimeout(done, PATIENCE_MS).unref())]);
    this.#rows = undefined;
  }

  #sync(): void {
    if (this.#closed) return;
    if (this.#syncing) {
      this.#again = true;
      return;
    }
    this.#syncing = this.#syncOnce().finally(() => {
      this.#syncing = undefined;
      this.#rows = undefined;
      for (const listener of this.#listeners) listener();
      if (this.#again) this.#sync();
      this.#again = false;
    });
  }

  async #syncOnce(): Promise<void> {
    try {
      const report = await this.#catalog.sync({
        homes: this.homes,
        onProgress: ({ bytes, bytesDone }) => {
          this.#progress = { bytes, bytesDone };
        },
      });
      this.#failed = false;
      this.#problems = report.problems;
      if (report.changed.length > 0 || report.moved > 0 || report.gone > 0) this.#usage = undefined;
    } catch (error) {
      this.#failed = true;
      this.#problems = [error instanceof Error ? error.message : String(error)];
    }
  }

  #read(): ReadonlyMap<string, CatalogSession> {
    this.#rows ??= new Map(
      this.#catalog.listSessions({ homes: this.homes, empty: true }).sessions.map((row) => [row.file, row]),
    );
    return this.#rows;
  }

  #usages(): ReadonlyMap<string, UsageSum> {
    this.#usage ??= usageBySession(this.#catalog.readAnswers(this.homes), ownPrices());
    return this.#usage;
  }
}

function toListed(row: CatalogSession | undefined, usage: UsageSum | undefined): ListedSession | undefined {
  return row && { summary: row, details: row.details, usage };
}

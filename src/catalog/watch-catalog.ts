// Keeps the catalog up to date while sessions are written: what changes is read within a moment, and then told.
import { type LogChange, LogWatcher } from '../disk/log-watcher.ts';
import type { CatalogCore } from './catalog-core.ts';
import type { SyncReport } from './sync/sync-catalog.ts';

/** What to watch, and whom to tell. */
export interface CatalogWatchOptions {
  readonly homes: readonly string[];
  /** At once, before anything is read. */
  readonly onChange?: (change: LogChange) => void;
  /** After a sync that found something. */
  readonly onSynced?: (report: SyncReport) => void;
  readonly onError?: (error: unknown) => void;
}

/** A client writes several lines in a row: they are read together, but never later than this. */
const WAIT_MS = 40;

/** Keeps the catalog up to date while sessions are written. */
export class CatalogWatcher {
  readonly #catalog: CatalogCore;
  readonly #options: CatalogWatchOptions;
  readonly #watcher: LogWatcher;
  #timer: NodeJS.Timeout | undefined;
  #syncing: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(catalog: CatalogCore, options: CatalogWatchOptions) {
    this.#catalog = catalog;
    this.#options = options;
    this.#watcher = new LogWatcher({
      homes: options.homes,
      onChange: (change) => {
        options.onChange?.(change);
        this.#soon();
      },
    });
  }

  ready(): Promise<void> {
    return this.#watcher.ready();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#watcher.close();
    await this.#syncing;
  }

  #soon(): void {
    if (this.#closed) return;
    if (this.#syncing) this.#again = true;
    else this.#timer ??= setTimeout(() => this.#sync(), WAIT_MS);
  }

  #sync(): void {
    this.#timer = undefined;
    this.#syncing = this.#catalog
      .sync({ homes: this.#options.homes })
      .then(
        (report) => {
          if (report.changed.length > 0 || report.moved > 0) this.#options.onSynced?.(report);
        },
        (error) => this.#options.onError?.(error),
      )
      .finally(() => {
        this.#syncing = undefined;
        if (this.#again) this.#soon();
        this.#again = false;
      });
  }
}

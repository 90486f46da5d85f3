// Opens all that the routes share: the sessions of the homes, the desk, the watcher; and closes it again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { NoteBook } from '../load/note-book.ts';
import { Activity } from './activity.ts';
import { canFork } from './desk/child-process.ts';
import { LocalDesk } from './desk/local-desk.ts';
import { WideDesk } from './desk/wide-desk.ts';
import { HealthBook } from './health-book.ts';
import { IdleWorker } from './idle-worker.ts';
import { LiveHub } from './live-hub.ts';
import { useOwnPrices } from './own-prices.ts';
import type { ServerContext } from './server-context.ts';
import { CatalogStore } from './store/catalog-store.ts';
import { FileStore } from './store/file-store.ts';
import type { ListingOptions } from './store/session-listing.ts';
import type { SessionStore } from './store/session-store.ts';
import { HomeWatcher } from './watch-homes.ts';

/** Which homes to serve, and where clew keeps its own data. */
export interface OpenOptions {
  readonly homes: readonly string[];
  readonly dataDir: string;
  readonly demo?: boolean;
  readonly now?: () => number;
  /** False reads the files themselves: without search and statistics over all sessions. */
  readonly catalog?: boolean;
  readonly report?: (text: string) => void;
}

/** What the routes stand on, and how to let go of it. */
export interface OpenedContext {
  readonly context: ServerContext;
  /** Begins to tell what changes on disk. */
  watch(): void;
  close(): Promise<void>;
}

/** Opens what the routes stand on. */
export async function openContext(options: OpenOptions): Promise<OpenedContext> {
  const { homes, dataDir, now = Date.now } = options;
  for (const problem of await useOwnPrices(dataDir)) options.report?.(`${problem}\n`);
  const hub = new LiveHub();
  const health = new HealthBook(dataDir);
  const store = await openStore(options, { homes, dataDir, now, health });
  const desk = canFork() ? new WideDesk({ dataDir }) : new LocalDesk({ dataDir });
  desk.onReady((key, what) => hub.tell({ type: 'sessionReady', key, what }));
  store.onState(() => {
    const { state, sessions, bytes, bytesRead } = store.state();
    hub.tell({
      type: 'catalogSynced',
      state: state === 'none' ? 'in-sync' : state,
      sessions,
      bytes,
      ...(bytesRead === undefined ? {} : { bytesRead }),
    });
  });
  const context: ServerContext = {
    version: readVersion(),
    demo: options.demo === true,
    dataDir,
    now,
    store,
    desk,
    hub,
    annotator: new NoteBook(dataDir, now),
    health,
    activity: new Activity(),
  };
  const watcher = new HomeWatcher(context);
  const idle = canFork() ? new IdleWorker(context) : undefined;
  return {
    context,
    watch: () => {
      watcher.start();
      idle?.start();
      void standReady(context).catch(() => undefined);
    },
    close: async () => {
      hub.close();
      idle?.stop();
      await watcher.stop();
      await desk.close();
      await health.close();
      await store.close();
    },
  };
}

async function standReady({ store, desk }: ServerContext): Promise<void> {
  const { sessions } = await store.list();
  if (sessions.some((session) => desk.isLarge(session))) desk.standReady();
}

// Everything but search and statistics works without the catalog: one that cannot be opened is no reason to stop.
async function openStore(options: OpenOptions, listing: ListingOptions): Promise<SessionStore> {
  if (options.catalog === false) return new FileStore(listing);
  try {
    const { Catalog } = await import('../catalog/catalog.ts');
    return new CatalogStore(new Catalog(join(listing.dataDir, 'catalog.db')), listing);
  } catch (error) {
    const why =
      error instanceof Refusal ? error.message : `The catalog cannot be used (${(error as Error).message}).`;
    options.report?.(`${why} There is no search and no statistics; the files themselves are read.\n`);
    return new FileStore(listing);
  }
}

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

// Opens all that the routes share: the sessions of the homes, the desk, the watcher; and closes it again.
import { readFileSync } from 'node:fs';
import { Annotator } from './annotator.ts';
import { LocalDesk } from './desk/local-desk.ts';
import { LiveHub } from './live-hub.ts';
import type { ServerContext } from './server-context.ts';
import { FileStore } from './store/file-store.ts';
import { HomeWatcher } from './watch-homes.ts';

export interface OpenOptions {
  readonly homes: readonly string[];
  readonly dataDir: string;
  readonly demo?: boolean;
  readonly now?: () => number;
}

export interface OpenedContext {
  readonly context: ServerContext;
  /** Begins to tell what changes on disk. */
  watch(): void;
  close(): Promise<void>;
}

export async function openContext(options: OpenOptions): Promise<OpenedContext> {
  const { homes, dataDir, now = Date.now } = options;
  const hub = new LiveHub();
  const store = new FileStore({ homes, dataDir, now });
  const desk = new LocalDesk({ dataDir });
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
    annotator: new Annotator(dataDir, now),
    parts: { files: false, compress: false },
  };
  const watcher = new HomeWatcher(context);
  return {
    context,
    watch: () => watcher.start(),
    close: async () => {
      hub.close();
      await watcher.stop();
      await desk.close();
      await store.close();
    },
  };
}

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

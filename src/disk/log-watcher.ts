// Tells when session and agent files are made, written to or removed, as the system reports it.
import { join } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** A session or agent file that was made, written to or removed. */
export interface LogChange {
  readonly file: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

/** What to watch, and whom to tell. */
export interface WatchOptions {
  /** Folders with `projects/` in them, watched as a whole. */
  readonly homes?: readonly string[];
  /** Single files, which need not exist yet. */
  readonly files?: readonly string[];
  readonly onChange: (change: LogChange) => void;
  /** By default the system reports changes; asking again and again is for file systems that report none. */
  readonly poll?: boolean;
}

const POLL_MS = 500;
/** projects / slug / session / subagents / workflows / run / file */
const DEPTH = 6;

/** Files that are there already are not reported. */
export class LogWatcher {
  #watcher: FSWatcher;
  readonly #options: WatchOptions;
  readonly #ready: Promise<void>;
  #tellReady: () => void = () => undefined;
  #closed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#ready = new Promise((ready) => {
      this.#tellReady = ready;
    });
    this.#watcher = this.#open(options.poll === true);
  }

  /** When everything is watched: what changes from now on is reported. */
  ready(): Promise<void> {
    return this.#ready;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#watcher.close();
  }

  #open(poll: boolean): FSWatcher {
    const { homes = [], files = [], onChange } = this.#options;
    const paths = [...homes.map((home) => join(home, 'projects')), ...files];
    const watcher = watch(paths, {
      ignoreInitial: true,
      depth: DEPTH,
      usePolling: poll,
      interval: POLL_MS,
      ignorePermissionErrors: true,
      // A session that a tool writes anew by renaming must not look as if it were removed.
      atomic: true,
      ignored: (path, stats) => stats?.isFile() === true && !isLog(path),
    });
    const report = (kind: LogChange['kind']) => (file: string) => {
      if (isLog(file)) onChange({ file, kind });
    };
    watcher.on('add', report('added')).on('change', report('changed')).on('unlink', report('removed'));
    watcher.on('error', (error) => this.#onError(error, poll));
    // Also of the one that took the place of the first.
    watcher.once('ready', () => this.#tellReady());
    return watcher;
  }

  // There is a limit to what a system watches (ENOSPC, EMFILE); asking again and again has none.
  #onError(error: unknown, polls: boolean): void {
    if (polls || this.#closed) return;
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EMFILE') return;
    void this.#watcher.close();
    this.#watcher = this.#open(true);
  }
}

function isLog(path: string): boolean {
  return path.endsWith('.jsonl');
}

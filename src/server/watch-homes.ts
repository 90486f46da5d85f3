// Watches the homes and tells what changed: sessions written to, new ones, gone ones.
import { basename } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { LogWatcher } from '../disk/log-watcher.ts';
import type { ServerContext } from './server-context.ts';
import type { StoredSession } from './store/session-store.ts';

/** Writes come in bursts: a client writes several lines for one answer. */
const SETTLE_MS = 250;
/** A long session is not read again more often than this share of the time that it takes. */
const MOST_PAUSE_MS = 10_000;

export class HomeWatcher {
  readonly #context: ServerContext;
  #watcher: LogWatcher | undefined;
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #sizes = new Map<string, { readonly key: string; readonly sessionId: string; readonly bytes: number }>();
  #pause = SETTLE_MS;
  #busy: Promise<void> | undefined;

  constructor(context: ServerContext) {
    this.#context = context;
  }

  start(): void {
    this.#watcher = new LogWatcher({
      homes: this.#context.store.homes,
      onChange: ({ file }) => this.#note(file),
    });
    // A list that cannot be read now is read at the first change.
    void this.#remember().catch(() => undefined);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#watcher?.close();
    await this.#busy;
  }

  #note(path: string): void {
    this.#changed.add(path);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#busy = this.#tell().catch(() => undefined);
    }, this.#pause);
    this.#timer.unref();
  }

  async #remember(): Promise<void> {
    const { sessions } = await this.#context.store.list();
    for (const { key, session } of sessions) {
      this.#sizes.set(session.file, { key, sessionId: session.sessionId, bytes: session.bytes });
    }
  }

  async #tell(): Promise<void> {
    const started = Date.now();
    const paths = [...this.#changed];
    this.#changed.clear();
    const { store } = this.#context;
    store.filesChanged(paths);
    const { sessions } = await store.list();
    const byFile = new Map<string, { stored: StoredSession; agent: string | undefined }>();
    for (const stored of sessions) {
      byFile.set(stored.session.file, { stored, agent: undefined });
      for (const { file, agentId } of stored.session.agents) byFile.set(file, { stored, agent: agentId });
    }
    for (const path of paths) {
      const found = byFile.get(path);
      if (found) await this.#tellChange(found.stored, found.agent);
      else this.#tellGone(path);
    }
    this.#pause = Math.min(MOST_PAUSE_MS, Math.max(SETTLE_MS, 3 * (Date.now() - started)));
  }

  async #tellChange({ key, session, line }: StoredSession, agent: string | undefined): Promise<void> {
    const { hub, desk, store } = this.#context;
    const { file, sessionId, bytes, modified } = session;
    const before = this.#sizes.get(file);
    this.#sizes.set(file, { key, sessionId, bytes });
    if (!before) {
      const { project, title, firstPrompt } = line;
      hub.tell({
        type: 'newSession',
        key,
        sessionId,
        ...(project === undefined ? {} : { project }),
        ...(title === undefined ? {} : { title }),
        ...(firstPrompt === undefined ? {} : { firstPrompt }),
        ...(line.clonedFrom ? { cloned: true } : {}),
      });
    }
    const appended = before !== undefined && bytes >= before.bytes;
    hub.tell({
      type: 'sessionChanged',
      key,
      sessionId,
      modified,
      bytes,
      appended,
      ...(agent === undefined ? {} : { agent }),
    });
    if (!desk.open().includes(key) || hub.size === 0) return;
    try {
      const size = await desk.ask<{
        rows: number;
        turns: number;
        firstChangedRow: number;
        contextTokens?: number;
      }>(await store.find(key), 'size');
      hub.tell({ type: 'rowsAppended', key, ...size, live: line.live });
    } catch (error) {
      // Gone again between the two looks.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  #tellGone(path: string): void {
    const known = this.#sizes.get(path);
    if (!known || !basename(path).endsWith('.jsonl')) return;
    this.#sizes.delete(path);
    this.#context.hub.tell({ type: 'sessionGone', key: known.key, sessionId: known.sessionId });
  }
}

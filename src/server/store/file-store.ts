// The list of sessions straight from the files, for when there is no catalog: summaries are kept in memory and made in the background.
import { Refusal } from '../../base/refusal.ts';
import type { SessionFile } from '../../disk/list-project.ts';
import type { CatalogState } from '../api.ts';
import { readListed } from './read-listed.ts';
import type { ListedSession } from './session-line.ts';
import { HomesListing, type ListingOptions } from './session-listing.ts';
import type { SessionStore, StoredSession, StoreListing } from './session-store.ts';

/** How long a list waits for files that were not read yet before it shows them without their figures. */
export const PATIENCE_MS = 1500;
const AT_ONCE = 3;

export class FileStore implements SessionStore {
  readonly homes: readonly string[];
  readonly #listing: HomesListing;
  readonly #read = new Map<string, { readonly mark: string; readonly listed: ListedSession | undefined }>();
  #reading: Promise<void> | undefined;
  #bytes = { all: 0, read: 0 };
  readonly #listeners: (() => void)[] = [];
  #closed = false;

  constructor(options: ListingOptions) {
    this.#listing = new HomesListing(options);
    this.homes = options.homes;
  }

  async list(): Promise<StoreListing> {
    const { sessions, problems } = await this.#listing.files();
    this.#reading ??= this.#readAll(sessions).finally(() => {
      this.#reading = undefined;
      for (const listener of this.#listeners) listener();
    });
    await Promise.race([this.#reading, new Promise((done) => setTimeout(done, PATIENCE_MS).unref())]);
    return { sessions: await this.#listing.all(({ file }) => this.#read.get(file)?.listed), problems };
  }

  find(key: string): Promise<StoredSession> {
    return this.#listing.find(key, async (session) => {
      await this.#readOne(session);
      return this.#read.get(session.file)?.listed;
    });
  }

  state(): CatalogState {
    const { all, read } = this.#bytes;
    return {
      state: this.#reading ? 'syncing' : 'none',
      sessions: this.#read.size,
      bytes: all,
      bytesRead: read,
    };
  }

  filesChanged(): void {
    this.#listing.forget();
  }

  onState(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#reading;
  }

  // The newest first: those are looked at first.
  async #readAll(sessions: readonly SessionFile[]): Promise<void> {
    const waiting = sessions.filter((one) => this.#isNew(one)).sort((a, b) => a.modified - b.modified);
    const all = sessions.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#bytes = { all, read: all - waiting.reduce((sum, { bytes }) => sum + bytes, 0) };
    const known = new Set(sessions.map(({ file }) => file));
    for (const file of this.#read.keys()) if (!known.has(file)) this.#read.delete(file);
    const work = async (): Promise<void> => {
      for (let next = waiting.pop(); next && !this.#closed; next = waiting.pop()) {
        await this.#readOne(next);
        this.#bytes.read += next.bytes;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  #isNew(session: SessionFile): boolean {
    return this.#read.get(session.file)?.mark !== markOf(session);
  }

  async #readOne(session: SessionFile): Promise<void> {
    if (!this.#isNew(session)) return;
    try {
      this.#read.set(session.file, { mark: markOf(session), listed: await readListed(session) });
    } catch (error) {
      // Vanished, or closed to us: it is listed by its name alone.
      if (!(error instanceof Refusal)) throw error;
      this.#read.set(session.file, { mark: markOf(session), listed: undefined });
    }
  }
}

function markOf({ bytes, modified, agents }: SessionFile): string {
  return `${bytes} ${modified} ${agents.length} ${agents.reduce((sum, agent) => sum + agent.bytes, 0)}`;
}

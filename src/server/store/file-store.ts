// The list of sessions straight from the files, for when there is no catalog: summaries are kept in memory and made in the background.
import { Refusal } from '../../base/refusal.ts';
import { assignAgents } from '../../disk/assign-agents.ts';
import { findSessions, type SessionListing } from '../../disk/find-sessions.ts';
import type { SessionFile } from '../../disk/list-project.ts';
import { type LineageRecord, readRecords } from '../../load/lineage-record.ts';
import type { CatalogState } from '../api.ts';
import { findStored } from './find-stored.ts';
import { type ListedSession, readListed } from './read-listed.ts';
import { makeKeys } from './session-keys.ts';
import { sessionLine } from './session-line.ts';
import type { SessionStore, StoredSession, StoreListing } from './session-store.ts';

export interface FileStoreOptions {
  readonly homes: readonly string[];
  readonly dataDir: string;
  readonly now: () => number;
}

/** How long a list waits for files that were not read yet before it shows them without their figures. */
const PATIENCE_MS = 1500;
const AT_ONCE = 3;
const MOST_AGE_MS = 3000;

export class FileStore implements SessionStore {
  readonly homes: readonly string[];
  readonly #options: FileStoreOptions;
  #listing: Promise<SessionListing> | undefined;
  #listedAt = 0;
  readonly #read = new Map<string, { readonly mark: string; readonly listed: ListedSession | undefined }>();
  #reading: Promise<void> | undefined;
  #bytes = { all: 0, read: 0 };
  readonly #listeners: (() => void)[] = [];
  #closed = false;

  constructor(options: FileStoreOptions) {
    this.#options = options;
    this.homes = options.homes;
  }

  async list(): Promise<StoreListing> {
    const listing = await this.#list();
    this.#reading ??= this.#readAll(listing.sessions).finally(() => {
      this.#reading = undefined;
      this.#tell();
    });
    await Promise.race([this.#reading, new Promise((done) => setTimeout(done, PATIENCE_MS).unref())]);
    const records = await readRecords(this.#options.dataDir);
    const { sessions, problems } = listing;
    return { sessions: this.#store(sessions, makeKeys(sessions), sessions, records), problems };
  }

  async find(key: string): Promise<StoredSession> {
    const { sessions } = await this.#list();
    const keys = makeKeys(sessions);
    const named = sessions.map((session) => ({ key: keys.get(session.file) as string, session }));
    const { session } = findStored(named, key);
    await this.#readOne(session);
    return this.#store(
      [session],
      keys,
      sessions,
      await readRecords(this.#options.dataDir),
    )[0] as StoredSession;
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
    this.#listing = undefined;
  }

  onState(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#reading;
  }

  #list(): Promise<SessionListing> {
    // The watcher tells of changes; where it cannot, a list is never older than this.
    if (Date.now() - this.#listedAt > MOST_AGE_MS) this.#listing = undefined;
    if (!this.#listing) {
      this.#listedAt = Date.now();
      this.#listing = findSessions(this.homes).then(assignAgents);
    }
    return this.#listing;
  }

  #store(
    wanted: readonly SessionFile[],
    keys: ReadonlyMap<string, string>,
    all: readonly SessionFile[],
    records: readonly LineageRecord[],
  ): StoredSession[] {
    const keyOfId = new Map(all.map(({ sessionId, file }) => [sessionId, keys.get(file) as string]));
    const recordOf = new Map(records.map((record) => [record.sessionId, record]));
    return wanted.map((session) => {
      const key = keys.get(session.file) as string;
      const listed = this.#read.get(session.file)?.listed;
      const record = recordOf.get(session.sessionId);
      const line = sessionLine({ key, session, listed, record, keyOfId, now: this.#options.now() });
      return { key, session, line };
    });
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

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function markOf({ bytes, modified, agents }: SessionFile): string {
  return `${bytes} ${modified} ${agents.length} ${agents.reduce((sum, agent) => sum + agent.bytes, 0)}`;
}

// The session files of the homes as the disk has them now, with keys, agents and what clew made of them.
import { assignAgents } from '../../disk/assign-agents.ts';
import { findSessions, type SessionListing } from '../../disk/find-sessions.ts';
import type { SessionFile } from '../../disk/list-project.ts';
import { type LineageRecord, readRecords } from '../../load/lineage-record.ts';
import type { HealthBook } from '../health-book.ts';
import { findStored } from './find-stored.ts';
import { makeKeys } from './session-keys.ts';
import { type ListedSession, sessionLine } from './session-line.ts';
import type { StoredSession } from './session-store.ts';

export interface ListingOptions {
  readonly homes: readonly string[];
  readonly dataDir: string;
  readonly now: () => number;
  readonly health: Pick<HealthBook, 'of'>;
}

/** Where the watcher cannot tell of changes, a list is never older than this. */
const MOST_AGE_MS = 3000;

interface Listed {
  readonly listing: SessionListing;
  readonly keys: ReadonlyMap<string, string>;
  readonly keyOfId: ReadonlyMap<string, string>;
  readonly records: ReadonlyMap<string, LineageRecord>;
}

export class HomesListing {
  readonly #options: ListingOptions;
  #listed: Promise<Listed> | undefined;
  #listedAt = 0;

  constructor(options: ListingOptions) {
    this.#options = options;
  }

  /** The files changed: the next question looks again. */
  forget(): void {
    this.#listed = undefined;
  }

  async files(): Promise<SessionListing> {
    return (await this.#list()).listing;
  }

  async all(read: (session: SessionFile) => ListedSession | undefined): Promise<StoredSession[]> {
    const listed = await this.#list();
    const sessions = listed.listing.sessions.map((session) => this.#store(session, listed, read(session)));
    const titles = new Map(sessions.map(({ session, line }) => [session.sessionId, line.title]));
    return sessions.map((stored) => {
      const { clonedFrom } = stored.line;
      const title = clonedFrom && titles.get(clonedFrom.sessionId);
      return clonedFrom === undefined || title === undefined
        ? stored
        : { ...stored, line: { ...stored.line, clonedFrom: { ...clonedFrom, title } } };
    });
  }

  async find(
    key: string,
    read: (session: SessionFile) => Promise<ListedSession | undefined>,
  ): Promise<StoredSession> {
    const listed = await this.#list();
    const { listing, keys } = listed;
    const named = listing.sessions.map((session) => ({ key: keys.get(session.file) as string, session }));
    const { session } = findStored(named, key);
    return this.#store(session, listed, await read(session));
  }

  #store(
    session: SessionFile,
    { keys, keyOfId, records }: Listed,
    listed: ListedSession | undefined,
  ): StoredSession {
    const key = keys.get(session.file) as string;
    const record = records.get(session.sessionId);
    return {
      key,
      session,
      line: sessionLine({
        key,
        session,
        listed,
        record,
        keyOfId,
        now: this.#options.now(),
        checked: this.#options.health.of(session),
      }),
    };
  }

  #list(): Promise<Listed> {
    if (Date.now() - this.#listedAt > MOST_AGE_MS) this.#listed = undefined;
    if (!this.#listed) {
      this.#listedAt = Date.now();
      this.#listed = this.#look();
    }
    return this.#listed;
  }

  async #look(): Promise<Listed> {
    const listing = await assignAgents(await findSessions(this.#options.homes));
    const keys = makeKeys(listing.sessions);
    const keyOfId = new Map(
      listing.sessions.map(({ sessionId, file }) => [sessionId, keys.get(file) as string]),
    );
    const records = await readRecords(this.#options.dataDir);
    return { listing, keys, keyOfId, records: new Map(records.map((one) => [one.sessionId, one])) };
  }
}

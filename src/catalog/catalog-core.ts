// The catalog as a thing with a lifetime: open, bring up to date, list, close. What searches it stands in `catalog.ts`, so that a list need not load it.
import { join } from 'node:path';
import { dataDir } from '../disk/data-dir.ts';
import type { Machine } from '../disk/machine.ts';
import { groupProjects, type ProjectSummary } from '../load/group-projects.ts';
import type { SortKey } from '../load/list-sessions.ts';
import type { FileAnswers } from '../stats/file-answers.ts';
import type { FileUsage } from '../stats/usage-record.ts';
import {
  catalogRefusal,
  emptyDatabase,
  isDamage,
  MEMORY,
  openDatabase,
  removeDatabase,
} from './open-database.ts';
import type { Database } from './sqlite/driver.ts';
import {
  type CatalogSession,
  type CatalogSessions,
  type CatalogSummary,
  findCatalogSession,
  type ListedRows,
  listCatalogSessions,
  listCatalogSummaries,
  listProjectFiles,
  type SessionFilter,
  type SessionListOptions,
} from './store/list-sessions.ts';
import { readAnswers, readUsage, type UsageFilter } from './store/read-usage.ts';
import type { CatalogWriter } from './sync/catalog-writer.ts';
import { type SyncOptions, type SyncReport, syncCatalog } from './sync/sync-catalog.ts';

/** Where the catalog lies on this machine. */
export function catalogFile(machine: Machine): string {
  return join(dataDir(machine), 'catalog.db');
}

/**
 * Reading never waits for a sync: it has a connection of its own and sees what was last committed. Everything but `sync`
 * answers at once from what the catalog has; call `sync` first for what the disk has.
 */
export class CatalogCore {
  readonly file: string;
  #rebuilt: string | undefined;
  #reader: Database;
  #writer: Database | undefined;
  #syncing: Promise<unknown> = Promise.resolve();

  /** Makes the catalog where there is none. `':memory:'` is one that lasts as long as this object. */
  constructor(file: string) {
    this.file = file;
    const { database, rebuilt } = openDatabase(file);
    this.#reader = database;
    this.#rebuilt = rebuilt;
  }

  /** A sentence on why the catalog had to be built anew, to be shown once. */
  get rebuilt(): string | undefined {
    return this.#rebuilt;
  }

  /** Syncs of one process run one after another; those of several processes may overlap. */
  sync(options: SyncOptions): Promise<SyncReport> {
    const run = this.#syncing.then(() => this.#sync(options));
    this.#syncing = run.catch(() => {});
    return run;
  }

  /** Forgets everything; the next sync reads all files. */
  async rebuild(): Promise<void> {
    await this.#syncing;
    try {
      emptyDatabase(this.#forWriting());
    } catch (error) {
      if (!isDamage(error)) throw catalogRefusal(this.file, error);
      this.#startAnew();
    }
  }

  /** Whether sessions whose files vanish stay in the catalog as history. Asked for once, it stays so. */
  async keepHistory(keep: boolean): Promise<void> {
    const writer = await this.#openWriter();
    writer.putSetting('keep', keep ? '1' : '0');
    writer.commit();
  }

  /** The catalog may not grow beyond this many pages: for those who have little room, and for tests of a full disk. */
  limitPages(pages: number): void {
    this.#forWriting().exec(`pragma max_page_count = ${Math.floor(pages)}`);
  }

  /** Lets go of everything whose file is gone. */
  async forgetHistory(): Promise<void> {
    const writer = await this.#openWriter();
    const gone = this.#forWriting().prepare('select id from file where gone is not null').all();
    for (const { id } of gone) writer.removeFile(Number(id));
    writer.commit();
  }

  countSessions(homes: readonly string[]): number {
    return this.#count('file where agent_id is null and gone is null and home', homes);
  }

  /** Looks at each of them: of a gigabyte of sessions, that takes longer than a search. */
  countTexts(homes: readonly string[]): number {
    return this.#count('doc join file on file.id = doc.file_id where gone is null and home', homes);
  }

  listSessions(options: SessionListOptions): CatalogSessions {
    return this.read((database) => listCatalogSessions(database, options));
  }

  /** The same without their details: for lists of thousands. */
  listSummaries(options: SessionListOptions): ListedRows<CatalogSummary> {
    return this.read((database) => listCatalogSummaries(database, options));
  }

  listProjects(
    filter: SessionFilter & Pick<SessionListOptions, 'reverse' | 'most'> & { sort?: SortKey },
  ): ProjectSummary[] {
    return this.read((database) => groupProjects(listProjectFiles(database, filter), filter));
  }

  /** The session with that id, or that file; where copies share an id, the one written to last. */
  sessionRow(
    homes: readonly string[],
    wanted: { readonly sessionId: string } | { readonly file: string },
  ): CatalogSession | undefined {
    return this.read((database) => findCatalogSession(database, homes, wanted));
  }

  /** What the ledger of `clew stats` is made from, as if every file had been read. */
  readUsage(filter: UsageFilter): Iterable<FileUsage> {
    return this.read((database) => readUsage(database, filter));
  }

  /** The same joined to answers, for sums that ask for no lines and no tools; see `AnswerLedger`. */
  readAnswers(homes: readonly string[]): FileAnswers[] {
    return this.read((database) => readAnswers(database, { homes }));
  }

  close(): void {
    this.#reader.close();
    this.#writer?.close();
  }

  async #sync(options: SyncOptions): Promise<SyncReport> {
    try {
      return await syncCatalog(this.#reader, () => this.#forWriting(), options);
    } catch (error) {
      if (!isDamage(error)) throw catalogRefusal(this.file, error);
      this.#startAnew();
      this.#rebuilt = 'The catalog was damaged and is built anew.';
      return syncCatalog(this.#reader, () => this.#forWriting(), options);
    }
  }

  // Most commands only read: what writes is loaded when there is something to write.
  async #openWriter(): Promise<CatalogWriter> {
    const { CatalogWriter } = await import('./sync/catalog-writer.ts');
    return new CatalogWriter(this.#forWriting());
  }

  // Readers must not see a batch that is not whole: the writer has a connection of its own. In memory there is but one.
  #forWriting(): Database {
    if (this.file === MEMORY) return this.#reader;
    this.#writer ??= openDatabase(this.file).database;
    return this.#writer;
  }

  #startAnew(): void {
    this.close();
    this.#writer = undefined;
    if (this.file !== MEMORY) removeDatabase(this.file);
    this.#reader = openDatabase(this.file).database;
  }

  #count(from: string, homes: readonly string[]): number {
    const sql = `select count(*) as count from ${from} in (select value from json_each(?))`;
    return this.read((database) => Number(database.prepare(sql).get(JSON.stringify(homes))?.count ?? 0));
  }

  protected read<T>(question: (database: Database) => T): T {
    try {
      return question(this.#reader);
    } catch (error) {
      throw catalogRefusal(this.file, error);
    }
  }
}

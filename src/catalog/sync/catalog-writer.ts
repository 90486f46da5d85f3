// The one writer of a sync: puts what the readers found into the tables, a batch and its file's offset in one transaction.
import type { FileDigest } from '../digest/file-digest.ts';
import type { Database, SqlValue, Statement } from '../sqlite/driver.ts';
import { prepared } from '../sqlite/prepared.ts';
import { storeUsage } from '../store/store-usage.ts';
import { type LogFile, stampOf, type WatchedPath } from './log-file.ts';
import type { TextBatch } from './read-job.ts';
import { TextWriter } from './text-writer.ts';

/** Others wait for a writer no longer than this, and a half-written stretch is no larger than this. */
const COMMIT_CHARACTERS = 8_000_000;
const COMMIT_MS = 250;

export class CatalogWriter {
  readonly #database: Database;
  readonly #texts: TextWriter;
  #begun: number | undefined;
  #characters = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#texts = new TextWriter(database);
  }

  /** The file's row: made, or brought up to what the listing says of it. */
  putFile(file: LogFile): number {
    this.#begin();
    const { path, home, slug, sessionId, agentId, folder, metaFile } = file;
    // Asked for in a second statement: `returning` takes libsql most of a millisecond, both together take some microseconds.
    this.#run(
      `insert into file (path, home, slug, session_id, agent_id, main, folder, meta_file, bytes, inode)
       values (?, ?, ?, ?, ?, ?, ?, ?, -1, 0)
       on conflict (path) do update set home = excluded.home, slug = excluded.slug,
         session_id = excluded.session_id, agent_id = excluded.agent_id, folder = excluded.folder,
         meta_file = excluded.meta_file, gone = null`,
      path,
      home,
      slug,
      sessionId ?? null,
      agentId ?? null,
      agentId === undefined ? 1 : 0,
      folder ?? null,
      metaFile ?? null,
    );
    return Number(this.#one('select id from file where path = ?', path)?.id);
  }

  /**
   * Adds a batch behind `from`, the offset at which the reader began; false where another process was there first, and the
   * rest of what this reader finds must be let go.
   */
  addTexts(file: LogFile, from: number, batch: TextBatch): boolean {
    const id = this.putFile(file);
    const row = this.#one('select offset, lines from file where id = ?', id);
    if (Number(row?.offset) !== from) return false;
    this.#texts.remove(id, batch.restart ? 0 : Number(row?.lines));
    this.#texts.add(id, batch.docs);
    this.#characters += batch.docs.reduce((sum, { text }) => sum + text.length, 0);
    const { fingerprint, state, last } = batch;
    this.#run(
      `update file set offset = ?, lines = ?, inode = ?, head_bytes = ?, head = ?, tail_bytes = ?, tail = ?,
         open_calls = ?, last_time = ?, bytes = ?, texts_bytes = ?, texts_stamp = ? where id = ?`,
      fingerprint.offset,
      batch.lines,
      fingerprint.inode,
      fingerprint.headBytes,
      fingerprint.head,
      fingerprint.tailBytes,
      fingerprint.tail,
      JSON.stringify(state.openCalls),
      state.lastTime ?? null,
      last ? file.bytes : -1,
      last ? file.bytes : null,
      last ? stampOf(file.modified) : null,
      id,
    );
    this.#commitIfDue();
    return true;
  }

  putDigest(file: LogFile, { session, usage }: FileDigest, surroundings: string): void {
    const id = this.putFile(file);
    this.#run(
      'update file set digest_bytes = ?, digest_stamp = ?, digest_agents = ? where id = ?',
      file.bytes,
      stampOf(file.modified),
      surroundings,
      id,
    );
    storeUsage((sql) => prepared(this.#database, sql), id, usage);
    if (session) {
      const { summary, details } = session;
      this.#run(
        'insert or replace into session values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        id,
        summary.sessionId,
        file.slug,
        summary.project ?? null,
        summary.title ?? null,
        summary.modified,
        summary.created ?? summary.fileModified,
        summary.bytes,
        summary.turns,
        summary.contextTokens ?? -1,
        summary.toolCalls,
        summary.agents,
        summary.empty ? 1 : 0,
        JSON.stringify(summary),
        JSON.stringify(details),
      );
    }
    this.#commitIfDue();
  }

  /** The same file under another name: its texts need not be read again. */
  moveFile(id: number, file: LogFile): void {
    this.#begin();
    // Another process may have read it anew already.
    if (this.#one('select id from file where path = ? and id <> ?', file.path, id)) {
      this.removeFile(id);
      return;
    }
    this.#run('update file set path = ?, gone = null, digest_bytes = null where id = ?', file.path, id);
    this.#run(
      'update session set session_id = ?, slug = ? where file_id = ?',
      file.sessionId ?? '',
      file.slug,
      id,
    );
    this.putFile(file);
  }

  removeFile(id: number): void {
    this.#begin();
    this.#texts.remove(id, 0);
    for (const table of ['session', 'usage', 'answer'])
      this.#run(`delete from ${table} where file_id = ?`, id);
    this.#run('delete from file where id = ?', id);
    this.#commitIfDue();
  }

  markGone(id: number, now: number): void {
    this.#begin();
    this.#run('update file set gone = ? where id = ?', now, id);
  }

  /** `files` is how many there are: where another process has emptied the catalog meanwhile, the disk must be looked at again. */
  putWatched(homes: readonly string[], watched: ReadonlyMap<string, WatchedPath>, files: number): void {
    this.#begin();
    const known = this.#one(
      'select count(*) as files from file where gone is null and home in (select value from json_each(?))',
      JSON.stringify(homes),
    );
    if (Number(known?.files) !== files) return;
    for (const home of homes) this.#run('delete from watched where home = ?', home);
    for (const [path, { home, stamp }] of watched) {
      this.#run('insert or replace into watched values (?, ?, ?)', path, home, stamp);
    }
  }

  putSetting(name: string, value: string): void {
    this.#begin();
    this.#run('insert or replace into setting values (?, ?)', name, value);
  }

  commit(): void {
    if (this.#begun === undefined) return;
    this.#begun = undefined;
    this.#characters = 0;
    this.#texts.forget();
    this.#database.exec('commit');
  }

  /** After an error: what was not committed is as if it had never been read. */
  rollback(): void {
    if (this.#begun === undefined) return;
    this.#begun = undefined;
    this.#texts.forget();
    try {
      this.#database.exec('rollback');
    } catch {
      // A full disk rolls back by itself.
    }
  }

  #begin(): void {
    if (this.#begun !== undefined) return;
    // At once for writing: a transaction that begins as a reader cannot be made a writer's while another one writes.
    this.#database.exec('begin immediate');
    this.#begun = performance.now();
  }

  #commitIfDue(): void {
    if (this.#begun === undefined) return;
    if (this.#characters >= COMMIT_CHARACTERS || performance.now() - this.#begun > COMMIT_MS) this.commit();
  }

  #one(sql: string, ...values: SqlValue[]): ReturnType<Statement['get']> {
    return prepared(this.#database, sql).get(...values);
  }

  #run(sql: string, ...values: SqlValue[]): void {
    prepared(this.#database, sql).run(...values);
  }
}

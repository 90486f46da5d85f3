// The one writer of a sync: puts what the readers found into the tables, a batch and its file's offset in one transaction.
import type { FileDigest } from '../digest/file-digest.ts';
import type { Database, SqlValue, Statement } from '../sqlite/driver.ts';
import { storeUsage } from '../store/store-usage.ts';
import { type LogFile, stampOf, type WatchedPath } from './log-file.ts';
import type { DocRow, TextBatch } from './read-job.ts';

/** Others wait for a writer no longer than this, and a half-written stretch is no larger than this. */
const COMMIT_CHARACTERS = 8_000_000;
const COMMIT_MS = 250;

export class CatalogWriter {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();
  readonly #names = new Map<string, number>();
  #begun: number | undefined;
  #characters = 0;
  #lastDoc: number | undefined;

  constructor(database: Database) {
    this.#database = database;
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
    this.#removeDocs(id, batch.restart ? 0 : Number(row?.lines));
    for (const doc of batch.docs) this.#addDoc(id, doc);
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
    storeUsage((sql) => this.#statement(sql), id, usage);
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
    this.#removeDocs(id, 0);
    for (const table of ['session', 'usage', 'answer'])
      this.#run(`delete from ${table} where file_id = ?`, id);
    this.#run('delete from file where id = ?', id);
    this.#commitIfDue();
  }

  markGone(id: number, now: number): void {
    this.#begin();
    this.#run('update file set gone = ? where id = ?', now, id);
  }

  putWatched(homes: readonly string[], watched: ReadonlyMap<string, WatchedPath>): void {
    this.#begin();
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
    this.#database.exec('commit');
  }

  /** After an error: what was not committed is as if it had never been read. */
  rollback(): void {
    if (this.#begun === undefined) return;
    this.#begun = undefined;
    // Names that this transaction made are gone with it.
    this.#names.clear();
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
    this.#lastDoc = undefined;
  }

  #commitIfDue(): void {
    if (this.#begun === undefined) return;
    if (this.#characters >= COMMIT_CHARACTERS || performance.now() - this.#begun > COMMIT_MS) this.commit();
  }

  #addDoc(file: number, doc: DocRow): void {
    const id = this.#nextDoc();
    this.#run(
      'insert into doc values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      file,
      doc.line,
      doc.part,
      doc.offset,
      doc.length,
      doc.kind,
      doc.role,
      this.#name(doc.tool),
      this.#name(doc.model),
      this.#name(doc.branch),
      this.#name(doc.agent),
      doc.time ?? null,
    );
    this.#run('insert into doc_text (rowid, text) values (?, ?)', id, doc.text);
    this.#characters += doc.text.length;
  }

  // Counted here, because no one else can add rows while our transaction lasts.
  #nextDoc(): number {
    this.#lastDoc ??= Number(this.#one('select max(id) as last from doc')?.last ?? 0);
    return ++this.#lastDoc;
  }

  #removeDocs(file: number, behindLine: number): void {
    // Most files are new; to tell the index that nothing goes costs more than to look.
    if (!this.#one('select 1 from doc where file_id = ? and line > ? limit 1', file, behindLine)) return;
    const rows = 'select id from doc where file_id = ? and line > ?';
    this.#run(`delete from doc_text where rowid in (${rows})`, file, behindLine);
    this.#run('delete from doc where file_id = ? and line > ?', file, behindLine);
  }

  #name(text: string | undefined): number | null {
    if (text === undefined) return null;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    this.#run('insert or ignore into name (text) values (?)', text);
    const id = Number(this.#one('select id from name where text = ?', text)?.id);
    this.#names.set(text, id);
    return id;
  }

  #one(sql: string, ...values: SqlValue[]): ReturnType<Statement['get']> {
    return this.#statement(sql).get(...values);
  }

  #run(sql: string, ...values: SqlValue[]): void {
    this.#statement(sql).run(...values);
  }

  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

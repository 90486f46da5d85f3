// Puts texts into the index and gives them their numbers, block by block.
import { saidOf } from '../said.ts';
import { BLOCK_DOCS } from '../schema.ts';
import type { Database, SqlValue, Statement } from '../sqlite/driver.ts';
import { prepared } from '../sqlite/prepared.ts';
import type { DocRow } from './read-job.ts';

/** So many texts are few: what a session grows by in a moment. */
const FEW_DOCS = 64;

/** A block to put texts into: how many of its numbers are taken, and what it tells of its texts. */
interface Block {
  readonly id: number;
  readonly docs: number;
  readonly oldest: number | null;
  readonly newest: number | null;
  readonly lag: number;
  readonly said: string;
}

/** All of it happens inside the transaction of the `CatalogWriter`. */
export class TextWriter {
  readonly #database: Database;
  readonly #names = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  add(file: number, docs: readonly DocRow[]): void {
    for (let at = 0; at < docs.length; ) {
      const block = this.#openBlock(file, docs.length - at);
      const some = docs.slice(at, at + BLOCK_DOCS - block.docs);
      for (const [i, doc] of some.entries()) this.#addDoc(block.id * BLOCK_DOCS + block.docs + i, file, doc);
      const { id, docs: taken, oldest, newest, lag, said } = some.reduce(growBlock, block);
      this.#run(
        'insert or replace into block values (?, ?, ?, ?, ?, ?, ?)',
        id,
        file,
        taken,
        oldest,
        newest,
        lag,
        said,
      );
      at += some.length;
    }
  }

  /** Removes what stands behind a line. */
  remove(file: number, behindLine: number): void {
    // Most files are new; to tell the index that nothing goes costs more than to look.
    if (!this.#one('select 1 from doc where file_id = ? and line > ? limit 1', file, behindLine)) return;
    const rows = 'select id from doc where file_id = ? and line > ?';
    this.#run(`delete from doc_text where rowid in (${rows})`, file, behindLine);
    this.#run('delete from doc where file_id = ? and line > ?', file, behindLine);
    // Of a block that stays, the numbers of what went are not given away again, and its times may reach too far: both are harmless.
    if (behindLine === 0) this.#run('delete from block where file_id = ?', file);
  }

  /** After a transaction: names that it made may be gone, by a rollback or because another process emptied the catalog. */
  forget(): void {
    this.#names.clear();
  }

  #addDoc(id: number, file: number, doc: DocRow): void {
    this.#run(
      'insert into doc values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      file,
      doc.time ?? null,
      doc.kind,
      doc.role,
      this.#name(doc.tool),
      this.#name(doc.model),
      this.#name(doc.branch),
      this.#name(doc.agent),
      doc.line,
      doc.part,
      doc.offset,
      doc.length,
    );
    this.#run('insert into doc_text (rowid, text) values (?, ?)', id, doc.text);
  }

  // A few texts go where the file's last ones are, so that a session which grows line by line does not need a block for each;
  // many get a block of their own: the index takes numbers much quicker in their order.
  #openBlock(file: number, docs: number): Block {
    const last = this.#one('select * from block where file_id = ? order by id desc limit 1', file);
    const highest = Number(this.#one('select max(id) as id from block')?.id ?? 0);
    if (last) {
      const block = last as unknown as Block;
      const room = BLOCK_DOCS - block.docs;
      if (room > 0 && (block.id === highest || (docs <= FEW_DOCS && docs <= room))) return block;
    }
    return { id: highest + 1, docs: 0, oldest: null, newest: null, lag: 0, said: '' };
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
    return prepared(this.#database, sql).get(...values);
  }

  #run(sql: string, ...values: SqlValue[]): void {
    prepared(this.#database, sql).run(...values);
  }
}

function growBlock(block: Block, doc: DocRow): Block {
  const { id, docs, oldest, newest, lag } = block;
  const { time } = doc;
  const said = block.said + saidOf(doc);
  if (time === undefined) return { id, docs: docs + 1, oldest: null, newest, lag, said };
  return {
    id,
    docs: docs + 1,
    oldest: docs === 0 ? time : oldest === null ? null : Math.min(oldest, time),
    newest: newest === null ? time : Math.max(newest, time),
    lag: newest === null ? lag : Math.max(lag, newest - time),
    said,
  };
}

// Opens the catalog's database: makes it where there is none, and makes it anew where it is damaged, foreign or of another version.
import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { makeMissingFolders } from '../disk/make-missing-folders.ts';
import { quoteName } from '../disk/quote-name.ts';
import { errorCode } from '../disk/system-error.ts';
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from './schema.ts';
import { type Database, type OpenDatabase, sqliteCode } from './sqlite/driver.ts';
import { loadDriver } from './sqlite/load-driver.ts';

export interface OpenedDatabase {
  readonly database: Database;
  /** A sentence on why it was made anew; undefined where it was as we left it, or is new. */
  readonly rebuilt: string | undefined;
}

export const MEMORY = ':memory:';

/** How long a writer waits for another process. A batch takes a fraction of a second. */
const BUSY_MS = 10_000;

export function openDatabase(file: string, open: OpenDatabase = loadDriver()): OpenedDatabase {
  try {
    if (file !== MEMORY) makeMissingFolders(dirname(file), 0o700);
    const opened = openOrRebuild(file, open);
    keepPrivate(file);
    return opened;
  } catch (error) {
    throw catalogRefusal(file, error);
  }
}

/** Closes nothing and asks nothing: for a catalog that turned out to be damaged while it was used. */
export function removeDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
}

/** A refusal that says what is wrong with the disk or the folder; other errors come back as they are. */
export function catalogRefusal(file: string, error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const code = sqliteCode(error) ?? errorCode(error);
  const why = code === undefined ? undefined : REASONS[code];
  if (why === undefined) return error;
  return new Refusal(
    `catalog-${why[0]}`,
    `The catalog ${quoteName(file)} ${why[1]}.`,
    `${why[2]} --no-catalog reads the session files alone.`,
  );
}

const ELSEWHERE = 'CLEW_DATA_DIR can name another folder.';

const REASONS: Readonly<Record<string, readonly [code: string, what: string, hint: string]>> = {
  SQLITE_FULL: ['disk-full', 'cannot be written: the disk is full', `Free some space. ${ELSEWHERE}`],
  ENOSPC: ['disk-full', 'cannot be written: the disk is full', `Free some space. ${ELSEWHERE}`],
  SQLITE_READONLY: ['read-only', 'cannot be written: it or its folder is read-only', ELSEWHERE],
  EROFS: ['read-only', 'cannot be written: its folder is read-only', ELSEWHERE],
  EACCES: ['read-only', 'cannot be written: you have no permission', ELSEWHERE],
  EPERM: ['read-only', 'cannot be written: you have no permission', ELSEWHERE],
  ENOTDIR: ['no-folder', 'cannot be made: a part of its path is a file', ELSEWHERE],
  EEXIST: ['no-folder', 'cannot be made: a part of its path is a file', ELSEWHERE],
  ENOENT: ['no-folder', 'cannot be made: its folder cannot be made', ELSEWHERE],
  SQLITE_CANTOPEN: ['no-folder', 'cannot be opened', ELSEWHERE],
  SQLITE_IOERR: ['unreadable', 'cannot be read or written (an error of the disk)', ELSEWHERE],
  SQLITE_BUSY: ['busy', 'is being written by another process', 'Try again in a moment.'],
  SQLITE_CORRUPT: ['damaged', 'is damaged', 'Build it anew with `clew sync --rebuild`.'],
  SQLITE_NOTADB: ['damaged', 'is damaged', 'Build it anew with `clew sync --rebuild`.'],
};

export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

function openOrRebuild(file: string, open: OpenDatabase): OpenedDatabase {
  let database: Database | undefined;
  try {
    makePrivate(file);
    database = open(file);
    prepareConnection(database);
    return { rebuilt: makeCurrent(database), database };
  } catch (error) {
    database?.close();
    if (error instanceof ForeignDatabase) {
      const rebuilt = setAside(file);
      return { ...startAnew(file, open), rebuilt };
    }
    if (!isDamage(error)) throw error;
    // What is no database at all may be a person's file; a damaged catalog of ours holds nothing that is not elsewhere.
    const rebuilt =
      sqliteCode(error) === 'SQLITE_NOTADB' ? setAside(file) : 'The catalog was damaged and is built anew.';
    return { ...startAnew(file, open), rebuilt };
  }
}

function startAnew(file: string, open: OpenDatabase): { readonly database: Database } {
  removeDatabase(file);
  makePrivate(file);
  const database = open(file);
  prepareConnection(database);
  makeCurrent(database);
  return { database };
}

function setAside(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  let name = `${file}.foreign`;
  for (let n = 2; existsSync(name); n++) name = `${file}.foreign-${n}`;
  renameSync(file, name);
  return `What stood in the catalog's place was not made by clew; it is now ${quoteName(name)}, and the catalog is built anew.`;
}

function prepareConnection(database: Database): void {
  database.exec(`pragma busy_timeout = ${BUSY_MS}`);
  database.prepare('pragma journal_mode = wal').all();
  // A crash of the machine may lose the last transactions, never the database: the files still hold everything.
  database.exec('pragma synchronous = normal');
  database.exec('pragma temp_store = memory');
  // Of a gigabyte of sessions, a search for a common word looks at rows on 40 MB of pages.
  database.exec('pragma cache_size = -64000');
}

class ForeignDatabase extends Error {}

function makeCurrent(database: Database): string | undefined {
  const read = (pragma: string) => Number(Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0]);
  if (read('application_id') === APPLICATION_ID && read('user_version') === SCHEMA_VERSION) {
    return undefined;
  }
  // Another process may be making it at this moment: whoever gets the lock second finds it made.
  database.exec('begin exclusive');
  try {
    const [owner, version] = [read('application_id'), read('user_version')];
    const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
    if (owner !== APPLICATION_ID && tables.length > 0) throw new ForeignDatabase();
    let rebuilt: string | undefined;
    if (owner !== APPLICATION_ID || version !== SCHEMA_VERSION) {
      if (owner === APPLICATION_ID) {
        rebuilt = `The catalog was made by ${version < SCHEMA_VERSION ? 'an older' : 'a newer'} clew and is built anew.`;
      }
      dropAll(database);
      database.exec(SCHEMA);
      database.exec(`pragma application_id = ${APPLICATION_ID}`);
      database.exec(`pragma user_version = ${SCHEMA_VERSION}`);
    }
    database.exec('commit');
    return rebuilt;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

/** Forgets everything that can be read again, at one go: whoever reads meanwhile sees all or nothing. */
export function emptyDatabase(database: Database): void {
  const kept = database.prepare('select name, value from setting').all();
  database.exec('begin exclusive');
  try {
    dropAll(database);
    database.exec(SCHEMA);
    for (const { name, value } of kept) {
      database.prepare('insert into setting values (?, ?)').run(name ?? null, value ?? null);
    }
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

function dropAll(database: Database): void {
  // A virtual table takes its shadow tables with it, so the list is read again after each.
  const next = database.prepare(
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'
     order by sql like 'create virtual%' desc limit 1`,
  );
  for (let row = next.get(); row; row = next.get()) {
    database.exec(`drop table "${String(row.name).replaceAll('"', '""')}"`);
  }
}

// Before SQLite makes it: the files that it lays beside it hold as much, and get its permissions. Only where there is none:
// to open and close it once more would take away the locks of this process's other connections.
function makePrivate(file: string): void {
  if (file === MEMORY) return;
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It is there, or cannot be made: then SQLite says why.
  }
}

// The catalog tells what was said in sessions that only their owner may read.
function keepPrivate(file: string): void {
  if (file === MEMORY || process.platform === 'win32') return;
  try {
    chmodSync(file, 0o600);
  } catch {
    // A file system without permissions has nothing to keep.
  }
}

// What clew asks of SQLite: the small interface that both drivers meet, the one built into Node and the one from npm.

export type SqlValue = string | number | null | Uint8Array;

export type SqlRow = Readonly<Record<string, SqlValue>>;

export interface Statement {
  readonly run: (...values: SqlValue[]) => void;
  readonly get: (...values: SqlValue[]) => SqlRow | undefined;
  readonly all: (...values: SqlValue[]) => SqlRow[];
}

export interface Database {
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => Statement;
  readonly close: () => void;
}

/** Opens or makes a database; throws what the driver throws, see `sqliteCode`. */
export type OpenDatabase = (file: string) => Database;

/** `SQLITE_FULL` and its kin, without what follows behind a second underscore; undefined for what is no error of SQLite. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, rawCode, errcode } = error as { code?: unknown; rawCode?: unknown; errcode?: unknown };
  if (typeof code === 'string' && code.startsWith('SQLITE_')) return /^SQLITE_[A-Z]+/.exec(code)?.[0];
  // libsql wraps what happens while it connects into words, with the number at the end.
  const number = errcode ?? rawCode ?? /(?:database|connection).*: (\d+)"?\)?$/.exec(error.message)?.[1];
  return number === undefined ? undefined : CODES.get(Number(number) & 0xff);
}

const CODES: ReadonlyMap<number, string> = new Map([
  [1, 'SQLITE_ERROR'],
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
]);

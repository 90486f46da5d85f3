// SQLite through libsql: prebuilt for every platform by npm, and it runs on Node 20.
import { createRequire } from 'node:module';
import { loadAsUsual } from '../../disk/v8-settings.ts';
import type { Database, OpenDatabase, SqlRow, SqlValue } from './driver.ts';

interface LibsqlStatement {
  run(values: readonly SqlValue[]): unknown;
  get(values: readonly SqlValue[]): SqlRow | undefined;
  all(values: readonly SqlValue[]): SqlRow[];
}

interface LibsqlDatabase {
  exec(sql: string): void;
  prepare(sql: string): LibsqlStatement;
  close(): void;
}

/** The driver, or undefined where its binary is not installed. */
export function loadLibsql(): OpenDatabase | undefined {
  let Libsql: new (file: string) => LibsqlDatabase;
  try {
    Libsql = loadAsUsual(() => withoutReport(() => createRequire(import.meta.url)('libsql')));
  } catch {
    return undefined;
  }
  return (file) => wrap(new Libsql(file));
}

// To choose its binary, libsql has Node write a report on the whole process, which takes longer than to load the binary. Of
// one that says nothing it takes the binary for musl, and then looks at Node's own file, which tells musl from glibc.
function withoutReport<T>(load: () => T): T {
  const { report } = process;
  const { getReport } = report;
  report.getReport = () => ({ header: {} });
  try {
    return load();
  } finally {
    report.getReport = getReport;
  }
}

function wrap(database: LibsqlDatabase): Database {
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        run: (...values) => void statement.run(values),
        get: (...values) => plain(statement.get(values)),
        all: (...values) => withBytes(statement.all(values)),
      };
    },
    close: () => database.close(),
  };
}

// `get` adds a field of its own.
function plain(row: SqlRow | undefined): SqlRow | undefined {
  if (row === undefined) return undefined;
  const { _metadata, ...columns } = row;
  return withBytes([columns])[0];
}

// Bytes come as bare buffers. A column has them in every row or in none, so one look is enough.
function withBytes(rows: SqlRow[]): SqlRow[] {
  const blobs = Object.entries(rows[0] ?? {})
    .filter(([, value]) => (value as unknown) instanceof ArrayBuffer)
    .map(([name]) => name);
  if (blobs.length === 0) return rows;
  return rows.map((row) => {
    const bytes = blobs.map((name) => [name, new Uint8Array(row[name] as unknown as ArrayBuffer)] as const);
    return { ...row, ...Object.fromEntries(bytes) };
  });
}

// SQLite as Node brings it itself (`node:sqlite`, from 22.13): nothing to install, always the right binary.
import { createRequire } from 'node:module';
import type { Database, OpenDatabase, SqlRow, SqlValue } from './driver.ts';

interface NodeStatement {
  run(...values: SqlValue[]): unknown;
  get(...values: SqlValue[]): SqlRow | undefined;
  all(...values: SqlValue[]): SqlRow[];
}

interface NodeDatabase {
  exec(sql: string): void;
  prepare(sql: string): NodeStatement;
  close(): void;
}

/** The driver, or undefined where Node has none, or one that lacks what the catalog needs. */
export function loadNodeSqlite(): OpenDatabase | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 13)) return undefined;
  let DatabaseSync: new (file: string) => NodeDatabase;
  try {
    ({ DatabaseSync } = quietly(() => createRequire(import.meta.url)('node:sqlite')));
    const probe = new DatabaseSync(':memory:');
    // Needs SQLite 3.43; a Node that was built against the system's library may have an older one.
    probe.exec(`create virtual table probe using fts5(text, content='', contentless_delete=1)`);
    probe.close();
  } catch {
    return undefined;
  }
  return (file) => wrap(new DatabaseSync(file));
}

function wrap(database: NodeDatabase): Database {
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        run: (...values) => void statement.run(...values),
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
      };
    },
    close: () => database.close(),
  };
}

// Node 22 and 24 warn on stderr that the module is experimental; a person who lists sessions cannot do anything about it.
function quietly<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

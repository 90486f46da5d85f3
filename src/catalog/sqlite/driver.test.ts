import { expect, test } from 'vitest';
import { type OpenDatabase, sqliteCode } from './driver.ts';
import { loadLibsql } from './libsql-driver.ts';
import { loadNodeSqlite } from './node-driver.ts';

const drivers: [string, OpenDatabase | undefined][] = [
  ['libsql', loadLibsql()],
  ['node:sqlite', loadNodeSqlite()],
];

test('one of the two drivers is there', () => {
  expect(drivers.some(([, open]) => open)).toBe(true);
});

for (const [name, open] of drivers) {
  test.skipIf(!open)(`${name}: values come back as they were given`, () => {
    const database = (open as OpenDatabase)(':memory:');
    database.exec('create table t (a, b, c, d)');
    const insert = database.prepare('insert into t values (?, ?, ?, ?)');
    insert.run('lämp \ud83d\udca1', 1785262846283.5, null, Uint8Array.of(1, 2, 255));
    insert.run('', 2 ** 50, 0, new Uint8Array(0));
    const [first, second] = database.prepare('select * from t').all();
    expect(first).toMatchObject({ a: 'lämp \ud83d\udca1', b: 1785262846283.5, c: null });
    expect(Buffer.from(first?.d as Uint8Array).toString('hex')).toBe('0102ff');
    expect(first?.d).toBeInstanceOf(Uint8Array);
    expect(second).toMatchObject({ a: '', b: 2 ** 50, c: 0 });
    expect(Object.keys(database.prepare('select a from t').get() ?? {})).toEqual(['a']);
    expect(database.prepare('select a from t where b = ?').get(7)).toBeUndefined();
    database.close();
  });

  test.skipIf(!open)(
    `${name}: words are found by their stems, and rows without content can be deleted`,
    () => {
      const database = (open as OpenDatabase)(':memory:');
      database.exec(
        `create virtual table t using fts5(text, content='', contentless_delete=1, tokenize='porter unicode61')`,
      );
      const insert = database.prepare('insert into t (rowid, text) values (?, ?)');
      insert.run(1, 'Lámps are RUNNING');
      insert.run(2, 'a lamp');
      const find = database.prepare('select rowid from t where t match ? order by rowid');
      expect(find.all('"run"').map((row) => row.rowid)).toEqual([1]);
      expect(find.all('"lamp"').map((row) => row.rowid)).toEqual([1, 2]);
      database.exec('delete from t where rowid = 1');
      expect(find.all('"lamp"').map((row) => row.rowid)).toEqual([2]);
      database.close();
    },
  );

  test.skipIf(!open)(`${name}: errors have the codes of SQLite`, () => {
    const database = (open as OpenDatabase)(':memory:');
    database.exec('create table t (a primary key) without rowid');
    database.exec('insert into t values (1)');
    const codeOf = (run: () => void): string | undefined => {
      try {
        run();
      } catch (error) {
        return sqliteCode(error);
      }
      return undefined;
    };
    expect(codeOf(() => database.prepare('select nothing from t'))).toBe('SQLITE_ERROR');
    expect(codeOf(() => database.exec('insert into t values (1)'))).not.toBe('SQLITE_FULL');
    expect(codeOf(() => (open as OpenDatabase)('/nonexistent/x/y.db'))).toBe('SQLITE_CANTOPEN');
    database.close();
  });
}

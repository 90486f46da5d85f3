// Chooses the driver: the one built into Node where there is one, else libsql.
import { Refusal } from '../../base/refusal.ts';
import type { OpenDatabase } from './driver.ts';
import { loadLibsql } from './libsql-driver.ts';
import { loadNodeSqlite } from './node-driver.ts';

let chosen: OpenDatabase | undefined;

export function loadDriver(): OpenDatabase {
  chosen ??= loadNodeSqlite() ?? loadLibsql();
  if (chosen) return chosen;
  throw new Refusal(
    'no-sqlite',
    'There is no SQLite here: this Node has none built in, and the package libsql is not installed for this platform.',
    'Use Node 22.13 or newer, or install clew with its dependencies; or go without the catalog (--no-catalog).',
  );
}

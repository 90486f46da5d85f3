// Statements that are prepared once for each connection: to prepare one takes as long as many a question.
import type { Database, Statement } from './driver.ts';

const statements = new WeakMap<Database, Map<string, Statement>>();

/** For statements of a few fixed texts; what is built from a person's words belongs into values. */
export function prepared(database: Database, sql: string): Statement {
  let known = statements.get(database);
  if (!known) {
    known = new Map();
    statements.set(database, known);
  }
  let statement = known.get(sql);
  if (!statement) {
    statement = database.prepare(sql);
    known.set(sql, statement);
  }
  return statement;
}

// Keeps the usage records of each file, and gives them back as the ledger wants them: file by file, in file order.
//
// A file's records are packed into one row: sums need all of them at once, and reading them as rows of twenty columns takes
// several times as long.
import { packUsage, unpackUsage } from '../../stats/pack-usage.ts';
import type { FileUsage } from '../../stats/usage-record.ts';
import type { Database, SqlRow, Statement } from '../sqlite/driver.ts';

export interface UsageFilter {
  readonly homes: readonly string[];
  /** Milliseconds. Files without any record in that time are left out; of others all records are given. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly sessionId?: string | undefined;
}

export function storeUsage(prepare: (sql: string) => Statement, fileId: number, usage: FileUsage): void {
  let first: number | undefined;
  let last: number | undefined;
  for (const { time } of usage.records) {
    if (time === undefined) continue;
    first = Math.min(first ?? time, time);
    last = Math.max(last ?? time, time);
  }
  const { numbers, strings } = packUsage([usage]);
  prepare('insert or replace into usage values (?, ?, ?, ?, ?)').run(
    fileId,
    first ?? null,
    last ?? null,
    new Uint8Array(numbers.buffer),
    JSON.stringify(strings),
  );
}

/** Files without a single record are given too: their ledgers count, and so does that they were read. */
export function* readUsage(database: Database, filter: UsageFilter): Generator<FileUsage> {
  const { homes, since = null, until = null, sessionId = null } = filter;
  const rows = database
    .prepare(
      `select numbers, strings from usage join file on file.id = usage.file_id
       where gone is null and home in (select value from json_each(?)) and (? is null or session_id = ?)
         and (? is null or last is null or last >= ?) and (? is null or first is null or first < ?)
       order by path`,
    )
    .all(JSON.stringify(homes), sessionId, sessionId, since, since, until, until);
  for (const row of rows) yield* unpackRow(row);
}

function unpackRow({ numbers, strings }: SqlRow): FileUsage[] {
  // A copy, because numbers of eight bytes must begin at a multiple of eight.
  const bytes = Uint8Array.from(numbers as Uint8Array);
  return unpackUsage({
    numbers: new Float64Array(bytes.buffer),
    strings: JSON.parse(String(strings)) as string[],
  });
}

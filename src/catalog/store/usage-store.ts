// Keeps the usage records of each file, and gives them back as the ledger wants them: file by file, in file order.
//
// A file's records are packed into one row: sums need all of them at once, and reading them as rows of twenty columns takes
// several times as long. Beside them lie its answers (file-answers.ts), a third of the size, which most sums are made from:
// in a table of their own, because a row is read from its start.
import { type FileAnswers, joinAnswers } from '../../stats/file-answers.ts';
import { packUsage, unpackUsage } from '../../stats/pack-usage.ts';
import type { FileUsage, UsageFile } from '../../stats/usage-record.ts';
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
  const answers = joinAnswers(usage);
  prepare('insert or replace into answer values (?, ?, ?)').run(
    fileId,
    new Uint8Array(answers.numbers.buffer),
    JSON.stringify([answers.file, answers.names]),
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
  return unpackUsage({
    numbers: toNumbers(numbers as Uint8Array),
    strings: JSON.parse(String(strings)) as string[],
  });
}

/** The answers of every file, those without any too. */
export function readAnswers(database: Database, { homes }: Pick<UsageFilter, 'homes'>): FileAnswers[] {
  return database
    .prepare(
      `select answer.numbers, names from answer join file on file.id = answer.file_id
       where gone is null and home in (select value from json_each(?)) order by path`,
    )
    .all(JSON.stringify(homes))
    .map((row) => {
      // JSON leaves out what is undefined, so the file lacks those keys; reading them gives undefined all the same.
      const [file, names] = JSON.parse(String(row.names)) as [UsageFile, string[]];
      return { file, numbers: toNumbers(row.numbers as Uint8Array), names };
    });
}

// Numbers of eight bytes must begin at a multiple of eight.
function toNumbers(bytes: Uint8Array): Float64Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes);
  return new Float64Array(buffer as ArrayBuffer, byteOffset, byteLength / 8);
}

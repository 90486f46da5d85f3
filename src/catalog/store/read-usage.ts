// Gives back the usage of each file as `store-usage.ts` kept it: file by file, in file order.
import type { FileAnswers } from '../../stats/file-answers.ts';
import { unpackUsage } from '../../stats/pack-usage.ts';
import type { FileUsage, UsageFile } from '../../stats/usage-record.ts';
import type { Database, SqlRow } from '../sqlite/driver.ts';

/** Whose usage, and of which time. */
export interface UsageFilter {
  readonly homes: readonly string[];
  /** Milliseconds. Files without any record in that time are left out; of others all records are given. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly sessionId?: string | undefined;
}

/** Files without a single record are given too: their ledgers count, and so does that they were read. */
export function readUsage(database: Database, filter: UsageFilter): Iterable<FileUsage> {
  const { homes, since = null, until = null, sessionId = null } = filter;
  const rows = database
    .prepare(
      `select numbers, strings from usage join file on file.id = usage.file_id
       where gone is null and home in (select value from json_each(?)) and (? is null or session_id = ?)
         and (? is null or last is null or last >= ?) and (? is null or first is null or first < ?)
       order by path`,
    )
    .all(JSON.stringify(homes), sessionId, sessionId, since, since, until, until);
  return unpackRows(rows);
}

// One by one: unpacked, all of them together take several times the room.
function* unpackRows(rows: readonly SqlRow[]): Generator<FileUsage> {
  for (const { numbers, strings } of rows)
    yield* unpackUsage({
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

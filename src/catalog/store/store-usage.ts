// Keeps the usage records of a file.
//
// A file's records are packed into one row: sums need all of them at once, and reading them as rows of twenty columns takes
// several times as long. Beside them lie its answers (file-answers.ts), a third of the size, which most sums are made from:
// in a table of their own, because a row is read from its start.
import { joinAnswers } from '../../stats/file-answers.ts';
import { packUsage } from '../../stats/pack-usage.ts';
import type { FileUsage } from '../../stats/usage-record.ts';
import type { Statement } from '../sqlite/driver.ts';

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

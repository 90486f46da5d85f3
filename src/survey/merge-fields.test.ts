import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { corpusFiles, hasCorpus } from '../../test/corpus/corpus.ts';
import { damage } from '../forge/damage.ts';
import { forgeSession } from '../forge/forge-session.ts';
import { parseLog } from '../log/read-log.ts';
import { FieldTable } from './field-table.ts';
import { recordFields } from './record-fields.ts';

interface Source {
  readonly file: string;
  readonly bytes: Uint8Array;
}

function record(table: FieldTable, { file, bytes }: Source): void {
  table.startFile(file);
  for (const line of parseLog(bytes)) if (line.kind === 'entry') recordFields(table, line);
}

function inOneTable(sources: readonly Source[]): FieldTable {
  const table = new FieldTable();
  for (const source of sources) record(table, source);
  return table;
}

/** As threads do it: stretches of files counted apart, sent as plain data, and joined in the order of the files. */
function inStretches(sources: readonly Source[], length: number): FieldTable {
  const whole = new FieldTable();
  for (let from = 0; from < sources.length; from += length)
    whole.merge(structuredClone(inOneTable(sources.slice(from, from + length)).toCounts()));
  return whole;
}

function forged(): Source[] {
  return Array.from({ length: 24 }, (_, seed) => {
    const { files } = forgeSession({ seed });
    const bytes = Buffer.from(files[0]?.text ?? '');
    return { file: `${seed}.jsonl`, bytes: seed % 2 === 0 ? bytes : damage(bytes, { seed }) };
  });
}

test('fields counted in stretches and merged are those counted in one go', () => {
  const sources = forged();
  const whole = inOneTable(sources).toShapes();
  expect(whole.length).toBeGreaterThan(10);
  for (const length of [1, 5, 12]) expect(inStretches(sources, length).toShapes()).toEqual(whole);
});

test.skipIf(!hasCorpus)('so they are over the corpus', () => {
  const sources = corpusFiles()
    .slice(0, 120)
    .map((file) => ({ file, bytes: readFileSync(file) }));
  expect(inStretches(sources, 40).toShapes()).toEqual(inOneTable(sources).toShapes());
});

test('what is too much to keep is counted alike', () => {
  const many = (from: number): Source => ({
    file: `${from}.jsonl`,
    bytes: Buffer.from(
      Array.from({ length: 700 }, (_, i) =>
        JSON.stringify({ type: `t${from + i}`, [`f${from + i}`]: 1 }),
      ).join('\n'),
    ),
  });
  const sources = [many(0), many(600), many(5000)];
  const [whole, merged] = [inOneTable(sources), inStretches(sources, 1)];
  expect(whole.unlistedShapes).toBeGreaterThan(0);
  expect(merged.unlistedShapes).toBe(whole.unlistedShapes);
  expect(merged.toShapes()).toEqual(whole.toShapes());
});

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { comparePlain } from '../../src/transform/lay-out-plain.fixture.ts';
import { corpusFiles, hasCorpus, isAgentFile } from './corpus.ts';

const all = process.env.CLEW_ALL_CUTS === '1';

test.skipIf(!hasCorpus)('[G3] plain chapters of real sessions are laid out as the long way does it', () => {
  const different: string[] = [];
  let [plain, chapters] = [0, 0];
  for (const file of corpusFiles().filter((one) => !isAgentFile(one))) {
    const bytes = readFileSync(file);
    // The largest of them take most of the time and are of the same kind.
    if (bytes.length > 1_000_000 && !all) continue;
    const found = comparePlain(bytes);
    for (const line of found.different) different.push(`${basename(file)} ${line}`);
    plain += found.plain;
    chapters += found.chapters;
  }
  expect(different).toEqual([]);
  expect(plain).toBeGreaterThan(chapters / 2);
});

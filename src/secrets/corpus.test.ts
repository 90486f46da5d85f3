import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { corpusFiles, hasCorpus } from '../../test/corpus/corpus.ts';
import { parseLog } from '../log/read-log.ts';
import { findInJson } from './scrub-json.ts';

/** All of it with CLEW_CORPUS=all, which takes some seconds. */
const EVERY = process.env.CLEW_CORPUS === 'all' ? 1 : 6;

// Known over the whole corpus: ten places of one real database password that its owner published, and nothing else.
test.skipIf(!hasCorpus)('in real sessions no uuid, hash, signature or image is taken for a secret', () => {
  const kinds = new Map<string, number>();
  let lines = 0;
  for (const [n, file] of corpusFiles().entries()) {
    if (n % EVERY !== 0) continue;
    for (const line of parseLog(readFileSync(file))) {
      if (line.kind !== 'entry') continue;
      lines++;
      for (const { kind } of findInJson(line.value)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  expect(lines).toBeGreaterThan(1000);
  expect([...kinds.keys()].filter((kind) => kind !== 'database-password')).toEqual([]);
  expect(kinds.get('database-password') ?? 0).toBeLessThanOrEqual(10);
});

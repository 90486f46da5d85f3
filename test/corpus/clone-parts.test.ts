import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { comparePartings, PARTED_CUTS } from '../../src/load/clone-parts.fixture.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { corpusFiles, hasCorpus, isAgentFile } from './corpus.ts';

test.skipIf(!hasCorpus)(
  '[L2] real sessions that were compacted clone chapter by chapter to the same bytes as whole',
  async () => {
    const all = process.env.CLEW_ALL_CUTS === '1';
    const names = Object.keys(PARTED_CUTS);
    const different: string[] = [];
    let sessions = 0;
    let parted = 0;
    for (const file of corpusFiles().filter((one) => !isAgentFile(one))) {
      const bytes = readFileSync(file);
      if (!bytes.includes('"compact_boundary"') || (!all && statSync(file).size > 1_500_000)) continue;
      sessions++;
      const lines = parseLog(bytes);
      for (const name of all ? names : [names[sessions % names.length] as string]) {
        const { difference, chapters } = await comparePartings(lines, PARTED_CUTS[name] ?? {});
        if (difference !== undefined) different.push(`${basename(file)}, ${name}: ${difference}`);
        if (chapters > 1) parted++;
      }
    }
    expect(different).toEqual([]);
    expect(sessions).toBeGreaterThan(2);
    expect(parted).toBeGreaterThan(sessions / 2);
  },
  300_000,
);

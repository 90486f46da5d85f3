import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { predictResume } from '../../src/context/predict-resume.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { buildThread } from '../../src/session/session.ts';
import { brokenCopy, brokenCut, CUTS } from '../../src/transform/clone-laws.fixture.ts';
import { corpusFiles, hasCorpus, isAgentFile } from './corpus.ts';

test.skipIf(!hasCorpus)('[R2] every real session keeps the laws of cloning, each with one kind of cut', () => {
  const broken: string[] = [];
  const cuts = Object.entries(CUTS);
  let sessions = 0;
  let changed = 0;
  for (const file of corpusFiles().filter((one) => !isAgentFile(one))) {
    const lines = parseLog(readFileSync(file));
    const source = predictResume(lines);
    if (source.messages.length === 0) continue;
    const thread = buildThread(lines);
    const [name, cut] = cuts[sessions++ % cuts.length] as (typeof cuts)[number];
    const id = file.split('/').at(-1);
    for (const what of brokenCopy(lines, thread, source)) broken.push(`${id}: ${what}`);
    if (name === 'the end' && source.messages.length < 4) continue;
    try {
      for (const what of brokenCut(thread, cut, source)) broken.push(`${id}, ${name}: ${what}`);
      changed++;
    } catch (error) {
      // A session of one turn has no second one.
      if ((error as { code?: string }).code !== 'no-such-turns') throw error;
    }
  }
  expect(broken).toEqual([]);
  expect(sessions).toBeGreaterThan(150);
  expect(changed).toBeGreaterThan(130);
}, 120_000);

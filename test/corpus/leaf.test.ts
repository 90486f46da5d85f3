import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { predictResume } from '../../src/context/predict-resume.ts';
import { uuidOf } from '../../src/log/fields.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { activeBranch, buildThread } from '../../src/session/session.ts';
import { corpusFiles, hasCorpus, isAgentFile } from './corpus.ts';

// Two layers choose a leaf: the model for reading, the simulator as the client does. They must never tell two stories.
test.skipIf(!hasCorpus)('[R1] the active branch ends where the resume simulator goes on', () => {
  const files = corpusFiles().filter((file) => !isAgentFile(file));
  expect(files.length).toBeGreaterThan(150);
  for (const file of files) {
    const thread = buildThread(parseLog(readFileSync(file)));
    const { leaf } = predictResume(thread.lines, { compare: false });
    expect(activeBranch(thread)?.leaf.uuid, file).toBe(leaf && uuidOf(leaf));
  }
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { corpusFiles, hasCorpus } from '../../test/corpus/corpus.ts';
import { DAMAGE_KINDS, damage } from '../forge/damage.ts';
import { FEATURES } from '../forge/features.ts';
import { forgeSession, mainBytes } from '../forge/forge-session.ts';
import type { Branch } from '../session/branches.ts';
import { openSession } from './open-session.ts';
import { readBranches } from './read-branches.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clew-branches-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const told = (branches: readonly Branch[]) =>
  branches.map(({ leaf, active, prompts, firstTime, lastTime, segments }) => ({
    leaf: leaf.uuid,
    active,
    prompts,
    firstTime,
    lastTime,
    lines: segments.flatMap(({ nodes }) => nodes.map(({ entry }) => entry.place.line)),
  }));

async function bothWays(file: string) {
  const selection = { kind: 'loose', file, sessionId: 'one' } as const;
  const { thread } = await openSession(selection);
  return { whole: told(thread.branches), bare: told(await readBranches(selection)) };
}

test('[G5] a session read without its bodies has the same branches, with every feature and every damage', async () => {
  const file = join(folder, 'one.jsonl');
  let several = 0;
  for (const [seed, kind] of DAMAGE_KINDS.entries()) {
    const bytes = mainBytes(forgeSession({ seed: `branches ${seed}`, turns: 2, shape: FEATURES }));
    for (const variant of [bytes, damage(bytes, { seed, kinds: [kind] })]) {
      await writeFile(file, variant);
      const { whole, bare } = await bothWays(file);
      expect(bare, kind).toEqual(whole);
      if (whole.length > 1) several++;
    }
  }
  expect(several).toBeGreaterThan(5);
});

test.skipIf(!hasCorpus)('[G5] so have real sessions', async () => {
  // Every fifth: all of them take seconds.
  for (const file of corpusFiles().filter((_, i) => i % 5 === 0)) {
    const { whole, bare } = await bothWays(file);
    expect(bare, file).toEqual(whole);
  }
});

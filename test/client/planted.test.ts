import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { damagedSessions } from '../../src/context/damaged-sessions.fixture.ts';
import { plantedSessions } from '../../src/context/planted-sessions.fixture.ts';
import { whyNotAvailable } from './available.ts';
import { type Clone, judgeClones, makeClones } from './judge-clones.ts';
import { PLAIN_CUTS } from './judged-cuts.ts';
import { SOME_JUDGES } from './versions.ts';

/** By default the cases that were made for cutting; `CLEW_PLANTED=all` takes every damaged session besides. */
const CASES: ReadonlyMap<string, string> = new Map([
  ...(process.env.CLEW_PLANTED === 'all' ? damagedSessions() : []),
  ...plantedSessions(),
]);

const reason: string | undefined = await whyNotAvailable();
if (reason !== undefined) console.log(`Clones of planted cases are not tried in the real client: ${reason}.`);
const folder: string = mkdtempSync(join(tmpdir(), 'clew-client-planted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(reason !== undefined).each(SOME_JUDGES)(
  '[R2] client %s sends of clones of planted cases what it sends of their sources, minus what was cut',
  async (version) => {
    const made: Clone[] = [];
    for (const [i, [name, text]] of [...CASES].entries())
      made.push(...(await makeClones(writeCase(text, i), PLAIN_CUTS, folder, name)));
    const { compared, broken } = await judgeClones(version, made);
    console.log(`${version}: ${compared} clones of ${CASES.size} planted cases compared`);
    expect(broken).toEqual([]);
    expect(compared).toBeGreaterThan(CASES.size);
  },
  3_600_000,
);

function writeCase(text: string, number: number): string {
  const file = join(folder, 'cases', `20000000-0000-4000-8000-${String(number).padStart(12, '0')}.jsonl`);
  mkdirSync(join(folder, 'cases'), { recursive: true });
  writeFileSync(file, text);
  return file;
}

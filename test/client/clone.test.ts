import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { predictResume } from '../../src/context/predict-resume.ts';
import { cloneSession } from '../../src/load/clone-session.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { PRESETS } from '../../src/transform/presets.ts';
import { corpusFiles, hasCorpus, isAgentFile } from '../corpus/corpus.ts';
import { whyNotAvailable } from './available.ts';
import { type Clone, judgeClones, makeClones } from './judge-clones.ts';
import { PLAIN_CUTS } from './judged-cuts.ts';
import { labSessions } from './lab-sessions.ts';
import { openCopy } from './open-copy.ts';
import { resumeMany } from './resume-many.ts';
import { SOME_JUDGES } from './versions.ts';

const SESSIONS = Number(process.env.CLEW_CLONE_SESSIONS ?? 5);
/** Lab sessions of each version; by default some, in rotation; `CLEW_LAB_CLONES=all` takes every one. */
const LAB_SESSIONS = process.env.CLEW_LAB_CLONES === 'all' ? Number.POSITIVE_INFINITY : 3;
const MOST_BYTES = 1_500_000;

const reason: string | undefined = hasCorpus ? await whyNotAvailable() : 'the corpus is not here';
if (reason !== undefined) console.log(`Clones are not tried in the real client: ${reason}.`);
const folder: string = mkdtempSync(join(tmpdir(), 'clew-client-clone-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(reason !== undefined).each(SOME_JUDGES)(
  '[R2] client %s sends of a clone what it sends of the source, minus what was cut',
  async (version) => {
    const sources = [...pickSources(), ...(await labSources(version))];
    const made: Clone[] = [];
    for (const source of sources) made.push(...(await makeClones(source, PLAIN_CUTS, folder)));
    const { compared, broken } = await judgeClones(version, made);
    console.log(`${version}: ${compared} clones of ${sources.length} sessions compared`);
    expect(broken).toEqual([]);
    expect(compared).toBeGreaterThan(SESSIONS);
  },
  3_600_000,
);

test.skipIf(reason !== undefined)(
  '[resume R28] a session that the client compacts before it sends is sent whole once it is cut',
  async () => {
    const full = corpusFiles().find((file) => {
      if (isAgentFile(file) || statSync(file).size < 2_000_000) return false;
      return predictResume(parseLog(readFileSync(file))).compaction?.compacts === true;
    });
    if (full === undefined) throw new Error('no session of the corpus is that full');
    const { open, selection, surroundings } = await openCopy(full, folder);
    const { file } = await cloneSession(open, selection, {
      ...surroundings,
      cuts: PRESETS.filter(({ name }) => name === 'emergency').map(({ cut }) => cut),
    });
    for (const version of SOME_JUDGES) {
      const results = await resumeMany(version, [full, file], { jobs: 2 });
      expect(results.get(full)?.kind, version).toBe('compacted');
      expect(results.get(file)?.kind, version).toBe('sent');
    }
  },
  120_000,
);

/** Spread over the projects, so that many eras and habits are among them. */
function pickSources(): string[] {
  const fitting = corpusFiles().filter((file) => {
    if (isAgentFile(file) || !/\/[0-9a-f-]{36}\.jsonl$/.test(file)) return false;
    const { length } = readFileSync(file);
    return length > 20_000 && length < MOST_BYTES;
  });
  return Array.from(
    { length: SESSIONS },
    (_, i) => fitting[Math.floor((i * fitting.length) / SESSIONS)] as string,
  );
}

/** What the version itself wrote, scenario by scenario. */
async function labSources(version: string): Promise<string[]> {
  const files = [...(await labSessions(version)).keys()];
  const wanted = Math.min(LAB_SESSIONS, files.length);
  return Array.from({ length: wanted }, (_, i) => files[Math.floor((i * files.length) / wanted)] as string);
}

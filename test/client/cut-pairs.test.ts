import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { corpusFiles, isAgentFile } from '../corpus/corpus.ts';
import { whyNotAvailable } from './available.ts';
import { type Clone, type JudgedClones, judgeClones, makeClones } from './judge-clones.ts';
import { CUTS_AND_PAIRS, type JudgedCut } from './judged-cuts.ts';
import { labSessions } from './lab-sessions.ts';
import { JUDGES } from './versions.ts';

/** Real sessions to cut, and clones of each; CI takes a few, `CLEW_CUT_SESSIONS=60 CLEW_CUTS_EACH=4` shows the whole. */
const SESSIONS = Number(process.env.CLEW_CUT_SESSIONS ?? 8);
const CUTS_EACH = Number(process.env.CLEW_CUTS_EACH ?? 2);
/**
 * Clones of each lab session: a half is one of every second, which still gives each cut its turn in some version; two give
 * each its turn in every version, `CLEW_LAB_CUTS=12` shows the whole.
 */
const LAB_CUTS = Number(process.env.CLEW_LAB_CUTS ?? 0.5);

const reason: string | undefined = await whyNotAvailable();
if (reason !== undefined) console.log(`Cuts are not tried in the real client: ${reason}.`);
const folder: string = mkdtempSync(join(tmpdir(), 'clew-client-cuts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const corpus: readonly string[] = pickCorpus();
const clones: Promise<readonly Clone[]> =
  reason === undefined ? cutInTurn(corpus, CUTS_EACH) : Promise.resolve([]);

test.skipIf(reason !== undefined || corpus.length === 0).each(JUDGES)(
  '[R2] every transform and pair of transforms of real sessions resumes in client %s as predicted, with a valid request',
  async (version) => {
    expectAllWell(version, 'real sessions', await judgeClones(version, await clones), SESSIONS);
  },
  3_600_000,
);

test.skipIf(reason !== undefined || LAB_CUTS === 0).each(JUDGES)(
  '[R2] every transform and pair of transforms of what client %s wrote resumes in it as predicted, with a valid request',
  async (version) => {
    const titles = await labSessions(version);
    const place = JUDGES.indexOf(version);
    const step = Math.max(1, Math.round(1 / LAB_CUTS));
    const sources = [...titles.keys()].filter((_, i) => i % step === place % step);
    const each = Math.max(1, LAB_CUTS);
    // Where the version before left off.
    const from = place * sources.length * each;
    const made = await cutInTurn(sources, each, { titles, from });
    expectAllWell(version, 'lab sessions', await judgeClones(version, made), sources.length / 2);
    if (LAB_CUTS > 1) expect(new Set(made.map(({ cut }) => cut)).size).toBe(CUTS_AND_PAIRS.length);
  },
  3_600_000,
);

function expectAllWell(version: string, what: string, judged: JudgedClones, fewest: number): void {
  const { made, predicted, compared, broken } = judged;
  console.log(
    `${version}: ${predicted} of ${made} clones of ${what} resume as predicted, ${compared} compared text by text, ${broken.length} broken`,
  );
  expect(broken).toEqual([]);
  expect(made).toBeGreaterThan(fewest);
  expect(compared).toBeGreaterThan(made / 2);
}

function pickCorpus(): string[] {
  const files = corpusFiles().filter(
    (file) => !isAgentFile(file) && statSync(file).size > 10_000 && /\/[0-9a-f-]{36}\.jsonl$/.test(file),
  );
  const count = Math.min(SESSIONS, files.length);
  return Array.from({ length: count }, (_, i) => files[Math.floor((i * files.length) / count)] as string);
}

interface Turns {
  readonly titles: ReadonlyMap<string, string>;
  /** The cut of the list to begin with. */
  readonly from: number;
}

/** Each session gets the next few cuts of the list, so that all of them have their turn. */
async function cutInTurn(
  sources: readonly string[],
  each: number,
  { titles, from }: Turns = { titles: new Map(), from: 0 },
): Promise<Clone[]> {
  const made: Clone[] = [];
  for (const [i, source] of sources.entries()) {
    const cuts = Array.from(
      { length: each },
      (_, n) => CUTS_AND_PAIRS[(from + i * each + n) % CUTS_AND_PAIRS.length] as JudgedCut,
    );
    made.push(...(await makeClones(source, cuts, folder, titles.get(source))));
  }
  return made;
}

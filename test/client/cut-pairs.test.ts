import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Refusal } from '../../src/base/refusal.ts';
import { NEWEST_CLIENT } from '../../src/context/client-behaviour.ts';
import { cloneSession } from '../../src/load/clone-session.ts';
import type { CutOptions } from '../../src/transform/cut.ts';
import { corpusFiles, hasCorpus, isAgentFile } from '../corpus/corpus.ts';
import type { RequestBlock } from './api-script.ts';
import { whyNotAvailable } from './available.ts';
import { compareTexts, isCall, isReminder, isThinking, type TextLaw } from './compare-texts.ts';
import { disagreement } from './judge.ts';
import { openCopy } from './open-copy.ts';
import { requestFaults } from './request-faults.ts';
import type { Resumed } from './resume.ts';
import { resumeMany } from './resume-many.ts';

/** Sessions to cut, and clones of each; CI takes a few, `CLEW_CUT_SESSIONS=60 CLEW_CUTS_EACH=4` shows the whole. */
const SESSIONS = Number(process.env.CLEW_CUT_SESSIONS ?? 11);
const CUTS_EACH = Number(process.env.CLEW_CUTS_EACH ?? 5);
const VERSIONS = (process.env.CLEW_CLIENT_VERSIONS ?? '2.0.64,2.1.50,2.1.100,2.1.200,2.1.325').split(',');

interface Single extends TextLaw {
  readonly cut: CutOptions;
}

const SINGLE: Readonly<Record<string, Single>> = {
  'calls-half': {
    cut: { removeCalls: { reach: { kind: 'oldest', share: 0.5 } } },
    isNamed: isCallOrThought,
  },
  'calls-of-bash': {
    cut: { removeCalls: { reach: { kind: 'all' }, tools: ['Bash'], markers: true } },
    isNamed: isCallOrThought,
    writes: /call removed; see line \d+ of the source session\]$/,
  },
  'calls-keep-one': {
    cut: { removeCalls: { reach: { kind: 'keep', turns: 1 } } },
    isNamed: isCallOrThought,
  },
  thinking: { cut: { removeThinking: { kind: 'all' } }, isNamed: isThinking },
  truncate: { cut: { truncate: [{ reach: { kind: 'all' }, most: 300, inputs: true }] }, isNamed: isCall },
  drop: { cut: { drop: ['snapshots', 'progress', 'attachments', 'api-log'] }, isNamed: isReminder },
  images: {
    cut: { removeImages: { kind: 'all' } },
    isNamed: (block) =>
      block.type === 'image' || /"type":"image"|\[image(?: removed)?\]/.test(JSON.stringify(block)),
  },
  'to-turn': { cut: { turns: { to: 2 } }, isNamed: () => false, excerpt: true },
  'from-turn': { cut: { turns: { from: 2 } }, isNamed: () => false, excerpt: true },
};

/** Pairs are one transform after another, as two runs of clone would be. */
const CUTS: ReadonlyMap<string, readonly Single[]> = new Map<string, readonly Single[]>([
  ['none', []],
  ...Object.entries(SINGLE).map(([name, one]): [string, Single[]] => [name, [one]]),
  ...Object.entries(SINGLE).flatMap(([name, first], i) =>
    Object.entries(SINGLE)
      .slice(i + 1)
      .map(([other, second]): [string, Single[]] => [`${name} + ${other}`, [first, second]]),
  ),
]);

interface Made {
  readonly source: string;
  readonly cut: string;
  readonly file: string;
}

const reason: string | undefined = hasCorpus ? await whyNotAvailable() : 'the corpus is not here';
if (reason !== undefined) console.log(`Cuts are not tried in the real client: ${reason}.`);
const folder: string = mkdtempSync(join(tmpdir(), 'clew-client-cuts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const clones: Promise<ReadonlyMap<string, Made>> =
  reason === undefined ? makeClones() : Promise.resolve(new Map());

test.skipIf(reason !== undefined).each(VERSIONS)(
  '[R2] every transform and pair of transforms resumes in client %s as predicted, with a valid request',
  async (version) => {
    const made = await clones;
    const sources = new Set([...made.values()].map(({ source }) => source));
    const results = await resumeMany(version, [...sources, ...[...made.values()].map(({ file }) => file)], {
      jobs: 2,
    });
    const newest =
      version === NEWEST_CLIENT ? results : await resumeMany(NEWEST_CLIENT, [...sources], { jobs: 2 });
    const broken: string[] = [];
    let compared = 0;
    for (const [name, { source, cut, file }] of made) {
      const own = results.get(source) as Resumed;
      // What the client makes of the source itself is no fault of the clone: a session whose first prompt is lost, say.
      const inherited = own.kind === 'sent' ? requestFaults(own.body) : [];
      const resumed = results.get(file) as Resumed;
      const found = await disagreement(file, version, resumed);
      if (found !== undefined) broken.push(`${name}: ${found}`);
      const faults = resumed.kind === 'sent' ? requestFaults(resumed.body) : [];
      for (const fault of faults) if (!inherited.includes(fault)) broken.push(`${name}: ${fault}`);
      const law = lawOf(cut);
      // A rewind to before a compaction brings back what the source no longer sends: the prediction alone judges it.
      const rewinds = law.excerpt && hasCompaction(source);
      if (own.kind !== 'sent' || resumed.kind !== 'sent' || rewinds) continue;
      compared++;
      const texts = compareTexts({ own, newest: newest.get(source) }, resumed, law);
      broken.push(...texts.map((lost) => `${name}: ${lost}`));
    }
    console.log(
      `${version}: ${made.size - broken.length} of ${made.size} clones resume as predicted, ${compared} compared text by text`,
    );
    expect(broken).toEqual([]);
    expect(made.size).toBeGreaterThan(SESSIONS);
    expect(compared).toBeGreaterThan(made.size / 2);
  },
  3_600_000,
);

function lawOf(cut: string): TextLaw {
  const singles = CUTS.get(cut) ?? [];
  const writes = singles.flatMap((single) => single.writes ?? []);
  return {
    isNamed: (block) => singles.some((single) => single.isNamed(block)),
    ...(writes[0] === undefined ? {} : { writes: writes[0] }),
    excerpt: singles.some((single) => single.excerpt),
  };
}

function hasCompaction(file: string): boolean {
  return readFileSync(file, 'utf8').includes('"subtype":"compact_boundary"');
}

function isCallOrThought(block: RequestBlock): boolean {
  return isCall(block) || isThinking(block);
}

/** Each session gets the next few cuts of the list, so that all of them have their turn. */
async function makeClones(): Promise<Map<string, Made>> {
  const files = corpusFiles().filter(
    (file) => !isAgentFile(file) && statSync(file).size > 10_000 && /\/[0-9a-f-]{36}\.jsonl$/.test(file),
  );
  const made = new Map<string, Made>();
  let next = 0;
  for (let i = 0; i < SESSIONS; i++) {
    const source = files[Math.floor((i * files.length) / SESSIONS)] as string;
    for (let n = 0; n < CUTS_EACH; n++) {
      const [cut, singles] = [...CUTS][next++ % CUTS.size] as [string, readonly Single[]];
      const cuts = singles.map((single) => single.cut);
      const file = await cloneOf(source, cuts);
      if (file !== undefined) made.set(`${basename(source).slice(0, 8)} ${cut}`, { source, cut, file });
    }
  }
  return made;
}

async function cloneOf(source: string, cuts: readonly CutOptions[]): Promise<string | undefined> {
  const { open, selection, surroundings } = await openCopy(source, folder);
  try {
    return (await cloneSession(open, selection, { ...surroundings, cuts })).file;
  } catch (error) {
    // A session of one turn has no second one to keep.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

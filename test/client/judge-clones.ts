// Makes clones of sessions with each plain cut, and judges them by what a client sends of them and of their sources.
import { basename } from 'node:path';
import { Refusal } from '../../src/base/refusal.ts';
import { NEWEST_CLIENT } from '../../src/context/client-behaviour.ts';
import { cloneSession } from '../../src/load/clone-session.ts';
import type { CutOptions } from '../../src/transform/cut.ts';
import type { RequestBlock } from './api-script.ts';
import { compareTexts, isCall, isReminder, isThinking } from './compare-texts.ts';
import { disagreement } from './judge.ts';
import { openCopy } from './open-copy.ts';
import { requestFaults } from './request-faults.ts';
import type { Resumed } from './resume.ts';
import { resumeMany } from './resume-many.ts';

export interface JudgedClones {
  /** Clones whose texts were compared with their source's. */
  readonly compared: number;
  /** What is wrong, in words. */
  readonly broken: readonly string[];
}

interface PlainCut {
  readonly name: string;
  readonly cut: CutOptions;
  /** Which blocks of the source's own request it takes away. */
  readonly isNamed: (block: RequestBlock) => boolean;
}

const CUTS: readonly PlainCut[] = [
  { name: 'none', cut: {}, isNamed: () => false },
  {
    name: 'calls',
    cut: { removeCalls: { reach: { kind: 'all' } } },
    isNamed: (block) => isCall(block) || isThinking(block),
  },
  { name: 'thinking', cut: { removeThinking: { kind: 'all' } }, isNamed: isThinking },
  { name: 'attachments', cut: { drop: ['attachments', 'progress', 'snapshots'] }, isNamed: isReminder },
];

const REFUSED = ['nothing-to-resume', 'nothing-left'];

interface Made {
  readonly name: string;
  readonly source: string;
  readonly cut: PlainCut;
  readonly file: string;
}

/** `names` tells what a source is called in the findings; the clones are made below `folder`. */
export async function judgeClones(
  version: string,
  sources: readonly string[],
  folder: string,
  names: ReadonlyMap<string, string> = new Map(),
): Promise<JudgedClones> {
  const made: Made[] = [];
  for (const source of sources)
    made.push(...(await makeClones(source, folder, names.get(source) ?? basename(source).slice(0, 8))));
  const options = { jobs: 2 };
  const results = await resumeMany(version, [...sources, ...made.map(({ file }) => file)], options);
  // Older clients lose parallel calls of the source and read the clone whole [R2]: what the newest reads of the source
  // is no revival.
  const newest = version === NEWEST_CLIENT ? results : await resumeMany(NEWEST_CLIENT, sources, options);
  const broken: string[] = [];
  let compared = 0;
  for (const source of sources)
    if (results.get(source)?.kind === 'sent' && !made.some((clone) => clone.source === source))
      broken.push(`${names.get(source) ?? source}: no clone of it, though the client resumes it`);
  for (const { name, source, cut, file } of made) {
    const [own, cloned] = [results.get(source) as Resumed, results.get(file) as Resumed];
    const found = await disagreement(file, version, cloned);
    if (found !== undefined) broken.push(`${name}: ${found}`);
    // What the client cannot resume, or compacts first, tells nothing more about the clone.
    if (own.kind !== 'sent') continue;
    if (cloned.kind !== 'sent') {
      broken.push(`${name}: ${cloned.kind}`);
      continue;
    }
    compared++;
    const inherited = requestFaults(own.body);
    const faults = requestFaults(cloned.body).filter((fault) => !inherited.includes(fault));
    const texts = compareTexts({ own, newest: newest.get(source) }, cloned, { isNamed: cut.isNamed });
    broken.push(...[...faults, ...texts].map((fault) => `${name}: ${fault}`));
  }
  return { compared, broken };
}

async function makeClones(source: string, folder: string, name: string): Promise<Made[]> {
  const { open, selection, surroundings } = await openCopy(source, folder);
  const made: Made[] = [];
  for (const cut of CUTS) {
    try {
      const { file } = await cloneSession(open, selection, { ...surroundings, cuts: [cut.cut] });
      made.push({ name: `${name} ${cut.name}`, source, cut, file });
    } catch (error) {
      // What no client can resume is not cloned, and what a cut leaves nothing of is not cut.
      if (!(error instanceof Refusal) || !REFUSED.includes(error.code)) throw error;
    }
  }
  return made;
}

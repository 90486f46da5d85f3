import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { NEWEST_CLIENT } from '../../src/context/client-behaviour.ts';
import { predictResume } from '../../src/context/predict-resume.ts';
import { type Selection, selectSession } from '../../src/disk/select-session.ts';
import { cloneSession } from '../../src/load/clone-session.ts';
import { type OpenSession, openSession } from '../../src/load/open-session.ts';
import { parseLog } from '../../src/log/read-log.ts';
import type { CutOptions } from '../../src/transform/cut.ts';
import { PRESETS } from '../../src/transform/presets.ts';
import { corpusFiles, hasCorpus, isAgentFile } from '../corpus/corpus.ts';
import type { RequestBlock } from './api-script.ts';
import { whyNotAvailable } from './available.ts';
import { compareTexts, isCall, isReminder, isThinking } from './compare-texts.ts';
import { produceSessions } from './produce-sessions.ts';
import { requestFaults } from './request-faults.ts';
import { resumeMany } from './resume-many.ts';

const SESSIONS = Number(process.env.CLEW_CLONE_SESSIONS ?? 5);
const VERSIONS = (process.env.CLEW_CLIENT_VERSIONS ?? '2.1.325,2.1.200,2.1.100,2.1.50,2.0.64').split(',');
/** Lab sessions of each version; by default some, in rotation; `CLEW_LAB_CLONES=all` takes every one. */
const LAB_SESSIONS = process.env.CLEW_LAB_CLONES === 'all' ? Number.POSITIVE_INFINITY : 3;
const MOST_BYTES = 1_500_000;

/** Each cut, and which blocks of the source's own request it takes away. */
const CUTS: readonly (readonly [name: string, cut: CutOptions, isNamed: (block: RequestBlock) => boolean])[] =
  [
    ['none', {}, () => false],
    ['calls', { removeCalls: { reach: { kind: 'all' } } }, (block) => isCall(block) || isThinking(block)],
    ['thinking', { removeThinking: { kind: 'all' } }, isThinking],
    ['attachments', { drop: ['attachments', 'progress', 'snapshots'] }, isReminder],
  ];

const reason: string | undefined = hasCorpus ? await whyNotAvailable() : 'the corpus is not here';
if (reason !== undefined) console.log(`Clones are not tried in the real client: ${reason}.`);
const folder: string = mkdtempSync(join(tmpdir(), 'clew-client-clone-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Made {
  readonly source: string;
  readonly cut: string;
  readonly file: string;
}

test.skipIf(reason !== undefined).each(VERSIONS)(
  '[R2] client %s sends of a clone what it sends of the source, minus what was cut',
  async (version) => {
    const sources = [...pickSources(), ...(await labSources(version))];
    const made = (await Promise.all(sources.map(makeClones))).flat();
    const results = await resumeMany(version, [...sources, ...made.map(({ file }) => file)], { jobs: 2 });
    // Older clients lose parallel calls of the source and read the clone whole [R2]: what the newest reads of the source
    // is no revival.
    const newest =
      version === NEWEST_CLIENT ? results : await resumeMany(NEWEST_CLIENT, sources, { jobs: 2 });
    const broken: string[] = [];
    let compared = 0;
    for (const { source, cut, file } of made) {
      const [own, cloned] = [results.get(source), results.get(file)];
      // What the client cannot resume, or compacts first, tells nothing about the clone.
      if (own?.kind !== 'sent') continue;
      const name = `${basename(source).slice(0, 8)} ${cut}`;
      if (cloned?.kind !== 'sent') {
        broken.push(`${name}: ${cloned?.kind}`);
        continue;
      }
      compared++;
      const inherited = requestFaults(own.body);
      for (const fault of requestFaults(cloned.body))
        if (!inherited.includes(fault)) broken.push(`${name}: ${fault}`);
      const isNamed = CUTS.find(([one]) => one === cut)?.[2] ?? (() => false);
      const found = compareTexts({ own, newest: newest.get(source) }, cloned, { isNamed });
      broken.push(...found.map((fault) => `${name}: ${fault}`));
    }
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
    const { open, selection, home } = await openCopy(full);
    const { file } = await cloneSession(open, selection, {
      cuts: PRESETS.filter(({ name }) => name === 'emergency').map(({ cut }) => cut),
      dataDir: join(home, 'data'),
      now: () => new Date(),
      newUuid: randomUUID,
    });
    for (const version of VERSIONS) {
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
  const cells = await produceSessions({ versions: [version] });
  const files = cells.flatMap((cell) =>
    cell.kind === 'produced' && cell.resumed.kind === 'sent' ? [cell.file] : [],
  );
  const wanted = Math.min(LAB_SESSIONS, files.length);
  return Array.from({ length: wanted }, (_, i) => files[Math.floor((i * files.length) / wanted)] as string);
}

async function openCopy(source: string): Promise<{ open: OpenSession; selection: Selection; home: string }> {
  const home = join(folder, randomUUID());
  const project = join(home, 'projects', '-lab');
  mkdirSync(project, { recursive: true });
  const copy = join(project, basename(source));
  writeFileSync(copy, readFileSync(source));
  const machine = { env: {}, homeDirectory: home, workingDirectory: home, platform: 'linux' };
  const selection = await selectSession(copy, { homes: [home], machine });
  return { open: await openSession(selection), selection, home };
}

async function makeClones(source: string): Promise<Made[]> {
  const { open, selection, home } = await openCopy(source);
  const made: Made[] = [];
  for (const [cut, options] of CUTS) {
    const { file } = await cloneSession(open, selection, {
      cuts: [options],
      dataDir: join(home, 'data'),
      now: () => new Date(),
      newUuid: randomUUID,
    });
    made.push({ source, cut, file });
  }
  return made;
}

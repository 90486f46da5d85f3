// Judges the resume simulator by the real client: what clew predicts must be what the client sends.
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NEWEST_CLIENT } from '../../src/context/client-behaviour.ts';
import { damagedSessions } from '../../src/context/damaged-sessions.fixture.ts';
import { eraSessions } from '../../src/context/era-sessions.fixture.ts';
import { ERAS } from '../../src/forge/eras.ts';
import { forgeSession, mainBytes } from '../../src/forge/forge-session.ts';
import { whyNotAvailable } from './available.ts';
import { disagreement } from './judge.ts';
import { produceSessions } from './produce-sessions.ts';
import type { Resumed } from './resume.ts';
import { resumeMany } from './resume-many.ts';
import { labVersions } from './versions.ts';

const corpus = join(import.meta.dirname, '../../../shared/corpus/projects');
const reason = await whyNotAvailable();
if (reason !== undefined) console.log(`judging the simulator skipped: ${reason}`);

/** What the simulator is known to miss, `name in version`, and why. Empty is the aim, and at the time of writing the truth. */
const KNOWN_MISSES: Readonly<Record<string, string>> = {};

/** Damage that the issue names; all of it on the newest client, these on older ones too. */
const ON_OLDER_CLIENTS =
  /^(base|orphan-(use|result).*|missing-parent.*|cycle-.*|garbage-line|duplicate-uuid|half-last-line|mixed-session-ids)$/;

/** By default each session of the eras in every second version, in turn; `CLEW_ERA_SESSIONS=all` takes every one in each. */
const ERA_STEP = process.env.CLEW_ERA_SESSIONS === 'all' ? 1 : 2;

describe.skipIf(reason !== undefined)('the prediction is what the client sends', () => {
  test.skipIf(!existsSync(corpus))('of every main session of the corpus, in the newest client', async () => {
    const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^[^/]+\/[0-9a-f]{8}-[0-9a-f-]{27}\.jsonl$/.test(file),
    );
    const paths = new Map(files.map((file) => [file, join(corpus, file)]));
    await judge(paths, NEWEST_CLIENT, 'corpus');
  });

  test('of damaged sessions, in the newest client and in two older ones', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clew-damaged-'));
    try {
      const paths = new Map<string, string>();
      for (const [name, text] of damagedSessions()) {
        const id = `10000000-0000-4000-8000-${String(paths.size).padStart(12, '0')}`;
        paths.set(name, join(folder, `${id}.jsonl`));
        await writeFile(join(folder, `${id}.jsonl`), text);
      }
      const named = new Map([...paths].filter(([name]) => ON_OLDER_CLIENTS.test(name)));
      await judge(paths, NEWEST_CLIENT, 'damaged');
      await judge(named, '2.1.100', 'damaged');
      // A client on a circle of parents never comes back: it is given a little time, and that is the answer.
      await judge(named, '2.0.64', 'damaged', 15_000);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('of sessions that eras read in different ways, in each of them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clew-eras-'));
    try {
      const paths = new Map<string, string>();
      for (const [name, text] of eraSessions()) {
        const id = `20000000-0000-4000-8000-${String(paths.size).padStart(12, '0')}`;
        paths.set(name, join(folder, `${id}.jsonl`));
        await writeFile(join(folder, `${id}.jsonl`), text);
      }
      for (const [place, version] of (await labVersions()).entries()) {
        const turn = [...paths].filter((_, i) => (i + place) % ERA_STEP === 0);
        await judge(new Map(turn), version, 'of eras');
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('of forged sessions of every era, in the newest client', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clew-forged-'));
    try {
      const paths = new Map<string, string>();
      for (const [seed, era] of ERAS.entries()) {
        const id = `30000000-0000-4000-8000-${String(seed).padStart(12, '0')}`;
        paths.set(`${era.version} ${seed}`, join(folder, `${id}.jsonl`));
        await writeFile(join(folder, `${id}.jsonl`), mainBytes(forgeSession({ seed, era, turns: 6 })));
      }
      await judge(paths, NEWEST_CLIENT, 'forged');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('of every scenario, in every version of the lab', async () => {
    const cells = await produceSessions({ versions: await labVersions() });
    const misses: string[] = [];
    let count = 0;
    for (const cell of cells) {
      if (cell.kind !== 'produced') continue;
      count++;
      const found = await disagreement(cell.file, cell.version, cell.resumed);
      if (found !== undefined) misses.push(`${cell.scenario} in ${cell.version}: ${found}`);
    }
    report('scenarios', count, misses);
  });
});

/** Milliseconds until a client counts as hung. */
const LONG = 60_000;

async function judge(paths: ReadonlyMap<string, string>, version: string, what: string, timeout = LONG) {
  const resumed = await resumeMany(version, [...paths.values()], { jobs: 2, timeout });
  const misses: string[] = [];
  for (const [name, path] of paths) {
    const first = resumed.get(path) as Resumed;
    let found = await disagreement(path, version, first);
    // Little time is enough to see a client hang, but on a busy machine not always for one that would send something.
    if (found !== undefined && first.kind === 'hung' && timeout < LONG) {
      const again = await resumeMany(version, [path], { jobs: 1, timeout: LONG });
      found = await disagreement(path, version, again.get(path) as Resumed);
    }
    if (found !== undefined) misses.push(`${name} in ${version}: ${found}`);
  }
  report(`${what} in ${version}`, paths.size, misses);
}

function report(what: string, count: number, misses: readonly string[]): void {
  const known = misses.filter((miss) => KNOWN_MISSES[miss.split(': ')[0] ?? ''] !== undefined);
  console.log(`${what}: ${count - misses.length} of ${count} agree`);
  for (const miss of known) console.log(`  known: ${miss} (${KNOWN_MISSES[miss.split(': ')[0] ?? '']})`);
  expect(count).toBeGreaterThan(0);
  expect(misses.filter((miss) => !known.includes(miss))).toEqual([]);
}

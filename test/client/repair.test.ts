// Judges repairs by the real client: what was mended resumes, with a request that the API takes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { damagedSessions } from '../../src/context/damaged-sessions.fixture.ts';
import { plantedSessions } from '../../src/context/planted-sessions.fixture.ts';
import { DAMAGE_KINDS, damage } from '../../src/forge/damage.ts';
import { ERAS, type Era } from '../../src/forge/eras.ts';
import { forgeSession, mainBytes } from '../../src/forge/forge-session.ts';
import { repairSession } from '../../src/load/repair-session.ts';
import { whyNotAvailable } from './available.ts';
import { disagreement } from './judge.ts';
import { openCopy } from './open-copy.ts';
import { requestFaults } from './request-faults.ts';
import type { Resumed } from './resume.ts';
import { resumeMany } from './resume-many.ts';
import { REPAIR_JUDGES } from './versions.ts';

/** By default a part of the cases in older clients; `CLEW_REPAIRS=all` takes all of them in each. */
const TAKES_ALL = process.env.CLEW_REPAIRS === 'all';

const reason: string | undefined = await whyNotAvailable();
if (reason !== undefined) console.log(`Repairs are not tried in the real client: ${reason}.`);
const folder: string = mkdtempSync(join(tmpdir(), 'clew-client-repair-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Repaired {
  readonly name: string;
  readonly file: string;
  /** What a resume loads, before and after. */
  readonly loads: readonly [number, number];
}

const repaired: Promise<readonly Repaired[]> = reason === undefined ? repairAll() : Promise.resolve([]);

test.skipIf(reason !== undefined).each(REPAIR_JUDGES)(
  '[R6] what was repaired resumes in client %s as predicted, with a valid request',
  async (version) => {
    const all = await repaired;
    const step = TAKES_ALL || version === REPAIR_JUDGES[0] ? 1 : 4;
    const some = all.filter((_, i) => i % step === 0);
    const results = await resumeMany(
      version,
      some.map(({ file }) => file),
    );
    const broken: string[] = [];
    for (const { name, file, loads } of some) {
      const resumed = results.get(file) as Resumed;
      const found = await disagreement(file, version, resumed);
      if (found !== undefined) broken.push(`${name}: ${found}`);
      if (resumed.kind === 'sent')
        broken.push(...requestFaults(resumed.body).map((fault) => `${name}: ${fault}`));
      else broken.push(`${name}: ${resumed.kind}`);
      if (loads[1] < loads[0]) broken.push(`${name}: loads ${loads[1]} where it loaded ${loads[0]}`);
    }
    console.log(`${version}: ${some.length} repaired sessions resumed, ${broken.length} broken`);
    expect(broken).toEqual([]);
    expect(some.length).toBeGreaterThan(15);
  },
  3_600_000,
);

async function repairAll(): Promise<Repaired[]> {
  const found: Repaired[] = [];
  let count = 0;
  for (const [name, bytes] of cases()) {
    const file = join(folder, 'cases', `50000000-0000-4000-8000-${String(count++).padStart(12, '0')}.jsonl`);
    mkdirSync(join(folder, 'cases'), { recursive: true });
    writeFileSync(file, bytes);
    const { open, selection, surroundings } = await openCopy(file, folder);
    const { mended, coverage, ...report } = await repairSession(open, selection, surroundings);
    if (mended.length > 0)
      found.push({ name, file: report.file, loads: [coverage.before.loads, coverage.after.loads] });
  }
  return found;
}

/** Every unusual and planted session, and every kind of damage to sessions of two eras. */
function* cases(): Generator<[name: string, bytes: Uint8Array]> {
  for (const [name, text] of [...damagedSessions(), ...plantedSessions()]) yield [name, Buffer.from(text)];
  for (const [i, kind] of DAMAGE_KINDS.entries())
    for (const seed of [0, 1]) {
      const era = ERAS[(i + seed * 3) % ERAS.length] as Era;
      yield [
        `${kind} in a session of ${era.version}`,
        damage(mainBytes(forgeSession({ seed, era, turns: 4 })), { seed, kinds: [kind] }),
      ];
    }
}

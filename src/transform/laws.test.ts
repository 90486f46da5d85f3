import { expect, test } from 'vitest';
import { predictResume } from '../context/predict-resume.ts';
import { DAMAGE_KINDS, damage } from '../forge/damage.ts';
import { ERAS, type Era } from '../forge/eras.ts';
import { FEATURES } from '../forge/features.ts';
import { forgeSession, mainBytes } from '../forge/forge-session.ts';
import { Random } from '../forge/random.ts';
import { parseLog } from '../log/read-log.ts';
import { buildThread } from '../session/session.ts';
import { brokenCopy, brokenCut, CUTS } from './clone-laws.fixture.ts';

function judge(bytes: Uint8Array, cut: string, name: string): string[] {
  const lines = parseLog(bytes);
  const source = predictResume(lines);
  if (source.messages.length === 0) return [];
  const thread = buildThread(lines);
  const broken = brokenCopy(lines, thread, source);
  try {
    broken.push(...brokenCut(thread, CUTS[cut] ?? {}, source).map((what) => `${cut}: ${what}`));
  } catch (error) {
    if ((error as { code?: string }).code !== 'no-such-turns') throw error;
  }
  return broken.map((what) => `${name}: ${what}`);
}

const cuts = Object.keys(CUTS);

test('[R2] forged sessions of every era and feature keep the laws of cloning', () => {
  const random = new Random('clone laws');
  const broken: string[] = [];
  for (const [n, feature] of FEATURES.entries()) {
    const era = ERAS[n % ERAS.length] as Era;
    const session = forgeSession({ seed: n, era, turns: 3, shape: [feature, random.pick(FEATURES)] });
    for (let i = 0; i < 3; i++) {
      const cut = cuts[(n + i * 4) % cuts.length] as string;
      broken.push(...judge(mainBytes(session), cut, `${era.version} ${feature}`));
    }
  }
  expect(broken).toEqual([]);
}, 60_000);

test('[L1] sessions with every kind of damage keep the laws, too', () => {
  const random = new Random('damaged clones');
  const broken: string[] = [];
  for (const [n, kind] of DAMAGE_KINDS.entries()) {
    for (let i = 0; i < 4; i++) {
      const seed = `${kind} ${i}`;
      const era = ERAS[(n * 5 + i * 3) % ERAS.length] as Era;
      const shape = ['parallel-tools', random.pick(FEATURES)] as const;
      const bytes = damage(mainBytes(forgeSession({ seed, era, turns: 3, shape })), { seed, kinds: [kind] });
      broken.push(...judge(bytes, cuts[(n + i) % cuts.length] as string, `${seed} ${era.version}`));
    }
  }
  expect(broken).toEqual([]);
}, 60_000);

// Where check names repair as the remedy, repair must keep the promise: the problem is gone afterwards.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeUtf8, joinBytes } from '../../src/base/bytes.ts';
import { check } from '../../src/check/small-session.fixture.ts';
import { damagedSessions } from '../../src/context/damaged-sessions.fixture.ts';
import { eraSessions } from '../../src/context/era-sessions.fixture.ts';
import { DAMAGE_KINDS, damage } from '../../src/forge/damage.ts';
import { ERAS } from '../../src/forge/eras.ts';
import { forgeSession, mainBytes } from '../../src/forge/forge-session.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { mendSession } from '../../src/transform/mend/mend-session.ts';
import { mendedBytes } from '../../src/transform/mend/mended-line.ts';

const SEEDS = 6;

test('a problem whose remedy is repair is gone from the repaired session', () => {
  let promised = 0;
  const broken: string[] = [];
  for (const [name, bytes] of sessions()) {
    const rules = promisedRules(bytes);
    promised += rules.size;
    const left = rules.size === 0 ? rules : promisedRules(mend(bytes));
    for (const rule of rules) if (left.has(rule)) broken.push(`${name}: ${rule}`);
  }
  expect(broken).toEqual([]);
  expect(promised).toBeGreaterThan(100);
});

function* sessions(): Generator<[name: string, bytes: Uint8Array]> {
  for (const [i, kind] of DAMAGE_KINDS.entries())
    for (let seed = 0; seed < SEEDS; seed++) {
      const era = ERAS[(i + seed) % ERAS.length] as (typeof ERAS)[number];
      yield [
        `${kind} ${seed}`,
        damage(mainBytes(forgeSession({ seed, era, turns: 4 })), { seed, kinds: [kind] }),
      ];
    }
  for (const [name, text] of [...damagedSessions(), ...eraSessions()]) yield [name, encodeUtf8(text)];
}

function promisedRules(bytes: Uint8Array): ReadonlySet<string> {
  const { problems } = check(bytes);
  return new Set(problems.filter(({ remedy }) => remedy.includes('clew repair')).map(({ rule }) => rule));
}

function mend(bytes: Uint8Array): Uint8Array {
  const { lines } = mendSession(parseLog(bytes), { newUuid: randomUUID, tooLarge: () => undefined });
  return joinBytes([new Uint8Array(0), ...mendedBytes(lines)]);
}

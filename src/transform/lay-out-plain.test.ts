import { expect, test } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { DAMAGE_KINDS, damage } from '../forge/damage.ts';
import { ERAS, type Era } from '../forge/eras.ts';
import { FEATURES } from '../forge/features.ts';
import { forgeSession, mainBytes } from '../forge/forge-session.ts';
import { comparePlain } from './lay-out-plain.fixture.ts';

const all = process.env.CLEW_ALL_CUTS === '1';

test('[G3] a plain chapter is laid out as the long way does it, in every era, with every feature and damage', () => {
  let plain = 0;
  for (const [n, feature] of FEATURES.entries()) {
    if (feature === 'empty-file') continue;
    for (const era of all ? ERAS : [ERAS[n % ERAS.length] as Era]) {
      const shape = [feature, 'compaction', feature, 'parallel-tools'] as const;
      const whole = mainBytes(forgeSession({ seed: n, era, shape, turns: all ? 6 : 2 }));
      const kinds = [DAMAGE_KINDS[n % DAMAGE_KINDS.length] as string];
      for (const bytes of [whole, damage(whole, { seed: n, kinds })]) {
        const found = comparePlain(bytes);
        expect(found.different, `${feature} ${kinds}`).toEqual([]);
        plain += found.plain;
      }
    }
  }
  expect(plain).toBeGreaterThan(20);
}, 300_000);

test('[G8] attachments that are logged again, each on the other, do not make it walk in a circle', () => {
  const note = (uuid: string, parentUuid: string) => ({
    type: 'attachment',
    uuid,
    parentUuid,
    attachment: {},
  });
  const bytes = encodeUtf8(
    [
      { type: 'user', uuid: 'p', parentUuid: null, message: { role: 'user', content: 'ask' } },
      { type: 'assistant', uuid: 'a', parentUuid: 'p', message: { id: 'm', role: 'assistant', content: [] } },
      note('n1', 'a'),
      note('n2', 'n1'),
      note('n1', 'n2'),
      { type: 'user', uuid: 'q', parentUuid: 'n1', message: { role: 'user', content: 'ask on' } },
    ]
      .map((value) => `${JSON.stringify(value)}\n`)
      .join(''),
  );
  expect(comparePlain(bytes)).toEqual({ plain: 0, chapters: 1, different: [] });
});

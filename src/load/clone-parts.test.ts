import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { DAMAGE_KINDS, damage } from '../forge/damage.ts';
import { ERAS, type Era } from '../forge/eras.ts';
import { FEATURES, type Feature } from '../forge/features.ts';
import { forgeLargeSession } from '../forge/forge-large.ts';
import { forgeSession, mainBytes } from '../forge/forge-session.ts';
import { Random } from '../forge/random.ts';
import { parseLog } from '../log/read-log.ts';
import { cloneLines, comparePartings, PARTED_CUTS } from './clone-parts.fixture.ts';

const all = process.env.CLEW_ALL_CUTS === '1';
const names = Object.keys(PARTED_CUTS);

/** A session that was compacted three times, with any other features between. */
function compacted(seed: number, random: Random): Uint8Array {
  const any = () => random.pick(FEATURES.filter((feature) => feature !== 'empty-file'));
  const kinds: readonly Feature[] = ['compaction', 'manual-compaction', 'dangling-compaction'];
  const shape = [any(), random.pick(kinds), any(), 'compaction', any(), random.pick(kinds), any()] as const;
  const era = ERAS[seed % ERAS.length] as Era;
  return mainBytes(forgeSession({ seed: `parted ${seed}`, era, turns: random.int(1, 4), shape }));
}

test('[L2] a clone made chapter by chapter is the same, byte for byte, as one made of the whole', async () => {
  const random = new Random('parted');
  const different: string[] = [];
  let parted = 0;
  for (let seed = 0; seed < (all ? 400 : 34); seed++) {
    const lines = parseLog(compacted(seed, random));
    for (const name of all ? names : [names[seed % names.length] as string]) {
      const { difference, chapters } = await comparePartings(lines, PARTED_CUTS[name] ?? {});
      if (difference !== undefined) different.push(`${seed}, ${name}: ${difference}`);
      if (chapters > 1) parted++;
    }
  }
  expect(different).toEqual([]);
  expect(parted).toBeGreaterThan(10);
}, 600_000);

test('[L1] so it is for sessions with every kind of damage', async () => {
  const random = new Random('parted and damaged');
  const different: string[] = [];
  let parted = 0;
  for (const [n, kind] of DAMAGE_KINDS.entries()) {
    for (let i = 0; i < (all ? 8 : 1); i++) {
      const seed = n * 8 + i;
      const kinds = i % 2 === 0 ? [kind] : [kind, random.pick(DAMAGE_KINDS), random.pick(DAMAGE_KINDS)];
      const lines = parseLog(damage(compacted(seed, random), { seed, kinds }));
      for (const name of all ? names : [names[seed % names.length] as string]) {
        const { difference, chapters } = await comparePartings(lines, PARTED_CUTS[name] ?? {});
        if (difference !== undefined) different.push(`${kinds.join('+')} ${i}, ${name}: ${difference}`);
        if (chapters > 1) parted++;
      }
    }
  }
  expect(different).toEqual([]);
  expect(parted).toBeGreaterThan(5);
}, 600_000);

test('[G4] a long session is parted at its compactions, in one try, and all but its end can be written before it ends', async () => {
  const chunks = [...forgeLargeSession({ seed: 7, bytes: 6_000_000 })];
  const lines = parseLog(Buffer.concat(chunks));
  const clone = await cloneLines(lines, {}, 100_000);
  expect(clone.tries).toBe(1);
  expect(clone.chapters).toBeGreaterThan(2);
  expect(clone.parts).toBe(clone.chapters - 1);
}, 30_000);

const entry = (uuid: string, parentUuid: string | null, more: JsonObject = {}): JsonObject => ({
  type: 'user',
  uuid,
  parentUuid,
  sessionId: 'the-source',
  timestamp: `2026-01-01T00:00:${uuid.slice(-2)}.000Z`,
  message: { role: 'user', content: `Words of ${uuid}` },
  ...more,
});

const answer = (uuid: string, parentUuid: string, more: JsonObject = {}): JsonObject =>
  entry(uuid, parentUuid, {
    type: 'assistant',
    message: {
      id: `m-${uuid}`,
      role: 'assistant',
      model: 'claude-opus-4-6',
      content: [{ type: 'text', text: 'Yes.' }],
      usage: { input_tokens: 100, output_tokens: 1 },
    },
    ...more,
  });

const boundary = (uuid: string, logicalParentUuid: string): JsonObject =>
  entry(uuid, null, { type: 'system', subtype: 'compact_boundary', logicalParentUuid, message: undefined });

const linesOf = (...values: JsonObject[]) =>
  parseLog(encodeUtf8(values.map((value) => `${JSON.stringify(value)}\n`).join('')));

const talk: readonly JsonObject[] = [
  entry('u-01', null),
  answer('u-02', 'u-01'),
  boundary('u-03', 'u-02'),
  entry('u-04', 'u-03', { isCompactSummary: true }),
  entry('u-05', 'u-04'),
  answer('u-06', 'u-05'),
];

test('[G4] a boundary that nothing reaches over parts a session', async () => {
  expect((await cloneLines(linesOf(...talk), {}, 0)).chapters).toBe(2);
});

test.each([
  ['an entry that hangs on one before it', entry('u-07', 'u-02')],
  ['a uuid that stands on both sides', answer('u-02', 'u-06')],
  [
    'an answer with lines on both sides',
    answer('u-07', 'u-06', { message: { id: 'm-u-02', role: 'assistant', content: [] } }),
  ],
  [
    'a last-prompt that names an entry before it',
    { type: 'last-prompt', leafUuid: 'u-02', sessionId: 'the-source' },
  ],
])('[G4] %s keeps the session whole', async (_, line) => {
  const lines = linesOf(...talk, line);
  const { difference, chapters } = await comparePartings(lines, {});
  expect(difference).toBeUndefined();
  expect(chapters).toBe(1);
});

test('[R8] a field that names an entry of a later chapter gets its new name', async () => {
  const early = answer('11111111-1111-4111-8111-111111111102', 'u-01', {
    strange: { next: '22222222-2222-4222-8222-222222222206' },
  });
  const values = [
    entry('u-01', null),
    early,
    boundary('u-03', '11111111-1111-4111-8111-111111111102'),
    entry('u-04', 'u-03', { isCompactSummary: true }),
    answer('u-05', 'u-04'),
    boundary('u-06', 'u-05'),
    entry('u-07', 'u-06'),
    answer('22222222-2222-4222-8222-222222222206', 'u-07'),
  ];
  const { difference } = await comparePartings(linesOf(...values), {});
  expect(difference).toBeUndefined();
  const { bytes } = await cloneLines(linesOf(...values), {}, 0);
  expect(decodeUtf8(bytes)).not.toContain('"next":"22222222');
});

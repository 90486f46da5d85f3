import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DerivedUuids } from './derived-uuids.ts';

test('each number has a uuid of its own, of version 4, and always the same', () => {
  const seed = randomUUID();
  const uuids = new DerivedUuids(seed);
  const made = Array.from({ length: 50_000 }, (_, n) => uuids.get(n));
  expect(new Set(made).size).toBe(made.length);
  expect(new Set(made.map((uuid) => uuid.slice(0, 8))).size).toBe(made.length);
  for (const uuid of made)
    if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid))
      expect.fail(uuid);
  expect(new DerivedUuids(seed).get(49_999)).toBe(made[49_999]);
});

test('other seeds make other uuids, digit by digit as different as random ones', () => {
  const [a, b] = [new DerivedUuids(randomUUID()), new DerivedUuids(randomUUID())];
  let same = 0;
  for (let n = 0; n < 2000; n++) {
    const [left, right] = [a.get(n), b.get(n)];
    for (let i = 0; i < 36; i++) if (left[i] === right[i]) same++;
  }
  // Four dashes, the version, a quarter of the variants, and a sixteenth of the other thirty digits.
  expect(same / 2000).toBeGreaterThan(6.7);
  expect(same / 2000).toBeLessThan(7.6);
});

test('a seed that is no uuid is a bug of the caller', () => {
  expect(() => new DerivedUuids('seed')).toThrow('not a uuid');
});

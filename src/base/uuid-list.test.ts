import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { UuidList } from './uuid-list.ts';

test('uuids come back as they went in, and so does anything else', () => {
  const list = new UuidList();
  const given = [
    ...Array.from({ length: 20_000 }, () => randomUUID() as string),
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-ffff-ffff-ffff-ffffffffffff',
    'id-1',
    '',
  ];
  for (const uuid of given) list.push(uuid);
  expect(list.length).toBe(given.length);
  expect(given.map((_, at) => list.get(at))).toEqual(given);
  expect(list.get(given.length)).toBeUndefined();
  expect(list.get(-1)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { Random } from './random.ts';
import { tinyPng } from './tiny-png.ts';

test('the same seed gives the same values, another seed others', () => {
  const values = (seed: number | string): string[] => {
    const random = new Random(seed);
    return [random.uuid(), random.toolId(), random.hex(9), String(random.int(1, 1000))];
  };
  expect(values(7)).toEqual(values(7));
  expect(values(7)).not.toEqual(values(8));
});

test('uuids are of version 4 and do not repeat', () => {
  const random = new Random('uuids');
  const uuids = Array.from({ length: 20_000 }, () => random.uuid());
  expect(new Set(uuids).size).toBe(20_000);
  const v4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(uuids.every((uuid) => v4.test(uuid))).toBe(true);
});

test('numbers stay in their range and reach both ends', () => {
  const random = new Random(1);
  const seen = new Set(Array.from({ length: 400 }, () => random.int(3, 7)));
  expect([...seen].sort()).toEqual([3, 4, 5, 6, 7]);
});

test('an image is a PNG with the size in its header', () => {
  const bytes = Buffer.from(tinyPng(new Random(1), 16, 9), 'base64');
  expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([16, 9]);
  expect(bytes.subarray(-8, -4).toString()).toBe('IEND');
});

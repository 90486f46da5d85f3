import { expect, test } from 'vitest';
import { cutTexts, valueAt } from './cut-texts.ts';

test('long texts and lists keep their beginnings, and the path of each leads to the whole', () => {
  const value = {
    a: 'x'.repeat(20),
    b: { 'c.d~': ['y'.repeat(30), 'short'] },
    list: new Array(500).fill(1),
    n: 1,
    none: undefined,
  };
  const { value: short, cut } = cutTexts(value, 10);
  expect(short).toEqual({
    a: 'x'.repeat(10),
    b: { 'c.d~': ['y'.repeat(10), 'short'] },
    list: new Array(400).fill(1),
    n: 1,
  });
  expect(cut).toEqual([
    { path: 'a', length: 20, kept: 10, unit: 'characters' },
    { path: 'b.c~1d~0.0', length: 30, kept: 10, unit: 'characters' },
    { path: 'list', length: 500, kept: 400, unit: 'items' },
  ]);
  expect(cut.map(({ path }) => (valueAt(value, path) as string).length)).toEqual([20, 30, 500]);
});

test('a pair of surrogates is never halved', () => {
  expect(cutTexts('123😀😀', 4)).toMatchObject({ value: '123', cut: [{ kept: 3 }] });
});

test('hostile keys and depths do no harm', () => {
  const value = JSON.parse('{"__proto__": {"polluted": "yes, for long"}, "constructor": "c"}') as object;
  const { value: short } = cutTexts(value, 5);
  expect(JSON.stringify(short)).toBe('{"__proto__":{"polluted":"yes, "},"constructor":"c"}');
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  let deep: unknown = 'x';
  for (let i = 0; i < 200; i++) deep = [deep];
  expect(JSON.stringify(cutTexts(deep, 5).value)).toContain('…');
  expect(valueAt({ a: 1 }, '__proto__.toString')).toBeUndefined();
});

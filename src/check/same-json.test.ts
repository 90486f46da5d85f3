import { expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { sameJson } from './same-json.ts';

test('tells equal values from different ones, whatever the order of keys', () => {
  expect(sameJson({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBe(true);
  for (const other of [
    { a: [1] },
    { a: [1, 2], b: 1 },
    { a: [2, 1] },
    { b: [1, 2] },
    [1, 2],
    null,
    'a',
    undefined,
  ])
    expect(sameJson({ a: [1, 2] }, other as Json)).toBe(false);
  expect(sameJson({ toString: 1 } as unknown as Json, {})).toBe(false);
});

test('[L2] 100,000 levels do not overflow the stack', () => {
  const nest = (end: Json): Json => {
    let value = end;
    for (let i = 0; i < 100_000; i++) value = i % 2 ? [value] : { a: value };
    return value;
  };
  expect(sameJson(nest(1), nest(1))).toBe(true);
  expect(sameJson(nest(1), nest(2))).toBe(false);
});

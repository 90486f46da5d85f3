import { expect, test } from 'vitest';
import { append } from './append.ts';

test('a list grows in place, and an empty one is left as it is', () => {
  const nothing: number[] = [];
  const one = append(nothing, 1);
  expect(one).toEqual([1]);
  expect(nothing).toEqual([]);
  expect(append(one, 2)).toBe(one);
  expect(one).toEqual([1, 2]);
  expect(append(undefined, 3)).toEqual([3]);
});

import { expect, test } from 'vitest';
import { isWellFormed, toWellFormed } from './well-formed.ts';

const HALF = '\ud83d';

test('halves of characters are found in texts, keys and lists, whole ones are not', () => {
  expect(isWellFormed({ a: ['😀', { b: 'c' }] })).toBe(true);
  expect(isWellFormed({ a: ['x', { b: `c${HALF}` }] })).toBe(false);
  expect(isWellFormed({ [`k${HALF}`]: 1 })).toBe(false);
});

test('a half becomes one replacement character, and all else stays', () => {
  const value = { a: [`x${HALF}y`, '😀', 3, null], [`k${HALF}`]: true };
  expect(toWellFormed(value)).toEqual({ a: ['x\ufffdy', '😀', 3, null], 'k\ufffd': true });
  const whole = { a: ['😀'] };
  expect(toWellFormed(whole)).toBe(whole);
});

test('a key named as an object’s own prototype stays a key', () => {
  const value = JSON.parse(`{"__proto__": {"x": "a\\ud83d"}}`);
  const mended = toWellFormed(value) as object;
  expect(JSON.stringify(mended)).toBe('{"__proto__":{"x":"a\ufffd"}}');
});

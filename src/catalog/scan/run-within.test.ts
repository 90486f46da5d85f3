import { expect, test } from 'vitest';
import { runWithin } from './run-within.ts';

test('an endless pattern is stopped with a sentence, and everything else goes its way', () => {
  const text = `${'a'.repeat(60)}b`;
  expect(() => runWithin(50, () => /^(a+)+$/.test(text))).toThrow('tries too many ways');
  expect(runWithin(5000, () => /a+b/.exec(text)?.index)).toBe(0);
  expect(() =>
    runWithin(5000, () => {
      throw new TypeError('its own');
    }),
  ).toThrow(TypeError);
});

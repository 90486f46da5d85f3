import { expect, test } from 'vitest';
import { escapePattern } from './escape-pattern.ts';

const SIGNS = String.raw`Ann-Marie a/b .*+?^$(){}[]|\ ~#&,;:!@%="'<>_`;

test.each(['', 'u'])('every sign stands for itself, with the flags “%s”', (flags) => {
  expect(new RegExp(`^${escapePattern(SIGNS)}$`, flags).exec(SIGNS)?.[0]).toBe(SIGNS);
  for (const sign of SIGNS) expect('x').not.toMatch(new RegExp(`^${escapePattern(sign)}$`, flags));
});

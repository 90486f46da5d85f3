import { expect, test } from 'vitest';
import { compareVersions, formatVersions } from './compare-versions.ts';

test('versions are ordered by number, and by their letters where the numbers are the same', () => {
  const ordered = ['1.0.60', '2.0.9', '2.0.10', '2.1', '2.1.50', '2.1.50-beta', '2.1.100', '10.0.0'];
  expect(ordered.toReversed().sort(compareVersions)).toEqual(ordered);
  expect(compareVersions('2.1.326', '2.1.326')).toBe(0);
  expect(compareVersions('2.1.99', '2.1.100')).toBeLessThan(0);
});

test('what is no version is still put in one order', () => {
  const odd = ['', 'unknown', '2..1', '2.1.x', '2.1.3'];
  for (const a of odd)
    for (const b of odd) expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0);
});

test('a range of versions names one where both ends are the same', () => {
  expect(formatVersions('2.0.9', '2.1.5')).toBe('2.0.9–2.1.5');
  expect(formatVersions('2.0.9', '2.0.9')).toBe('2.0.9');
  expect(formatVersions(null, null)).toBe('');
});

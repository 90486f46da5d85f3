import { expect, test } from 'vitest';
import { listDiffLines } from './diff-lines.ts';

test('lines carry the numbers of both sides', () => {
  const lines = listDiffLines([{ oldStart: 18, newStart: 18, lines: [' a', '-b', '+c', '+d', ' e'] }]);
  expect(lines.map(({ sign, before, after }) => [sign, before, after])).toEqual([
    [' ', 18, 18],
    ['-', 19, undefined],
    ['+', undefined, 19],
    ['+', undefined, 20],
    [' ', 20, 21],
  ]);
});

test('where one line became another, the stretch that differs is marked on both', () => {
  const [old, now] = listDiffLines([
    { oldStart: 1, newStart: 1, lines: ['-for (n <= tries)', '+for (n < tries)'] },
  ]);
  expect(old?.text.slice(...(old.changed ?? []))).toBe('=');
  expect(now?.changed).toBeUndefined();
});

test('an emoji that became another is marked whole', () => {
  // Both begin with the same half; the others end with the same one.
  for (const [was, is] of [
    ['😀', '😁'],
    ['😀', '\u{1fa00}'],
  ]) {
    const [old, now] = listDiffLines([
      { oldStart: 1, newStart: 1, lines: [`-all is well ${was} here`, `+all is well ${is} here`] },
    ]);
    expect([old, now].map((line) => line?.text.slice(...(line.changed ?? [])))).toEqual([was, is]);
  }
});

test('lines with nothing in common are not compared, and hunks are apart', () => {
  const lines = listDiffLines([
    { oldStart: 1, newStart: 1, lines: ['-alpha', '+other thing'] },
    { oldStart: 9, newStart: 9, lines: [' x', '\\ No newline at end of file'] },
  ]);
  expect(lines.map(({ sign, changed }) => [sign, changed])).toEqual([
    ['-', undefined],
    ['+', undefined],
    ['@', undefined],
    [' ', undefined],
  ]);
});

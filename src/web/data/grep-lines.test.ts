import { expect, test } from 'vitest';
import { listGrepLines } from './grep-lines.ts';

test('hits are grouped under their file, with number and match', () => {
  const lines = listGrepLines(
    'src/a.ts:31:return withRetry(x)\nsrc/a.ts-32-next\nsrc/b.ts:4:withRetry(y)',
    'withRetry\\(',
  );
  expect(lines.map(({ file, number, marks }) => file ?? [number, marks])).toEqual([
    'src/a.ts',
    [31, [[7, 17]]],
    [32, []],
    'src/b.ts',
    [4, [[0, 10]]],
  ]);
});

test('a list of files is files, and a pattern that could run long marks nothing', () => {
  expect(listGrepLines('src/a.ts\nREADME.md', 'x').map(({ file }) => file)).toEqual([
    'src/a.ts',
    'README.md',
  ]);
  const evil = `${'a'.repeat(200)}!`;
  expect(listGrepLines(`f.ts:1:${evil}`, '(a+)+$').at(-1)?.marks).toEqual([]);
});

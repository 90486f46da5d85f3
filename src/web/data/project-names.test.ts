import { expect, test } from 'vitest';
import { shortPath, tellApart } from './project-names.ts';

test('two that end alike are told apart by the folder around them', () => {
  const names = tellApart(['/work/api', '/oss/api', 'C:\\web']);
  expect([...names.values()]).toEqual(['work/api', 'oss/api', 'web']);
});

test('a file is named as its project sees it; of a long path the end is kept', () => {
  expect(shortPath('/work/api/src/retry.ts', '/work/api')).toBe('src/retry.ts');
  expect(shortPath('/work/api-2/retry.ts', '/work/api')).toBe('/work/api-2/retry.ts');
  const long = shortPath(`/${'folder/'.repeat(20)}retry.ts`, undefined);
  expect(long).toHaveLength(50);
  expect(long).toMatch(/^….*\/retry\.ts$/);
});

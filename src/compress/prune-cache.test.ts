import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CACHE_BOUNDS, pruneCache } from './prune-cache.ts';
import { fileCache } from './result-cache.ts';

const DAY = 86_400_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const fileOf = (key: string) => join(folder, key.slice(0, 2), `${key}.json`);

async function keep(key: string, text: string, daysAgo: number): Promise<void> {
  await fileCache(folder).put(key, text);
  const time = (Date.now() - daysAgo * DAY) / 1000;
  utimesSync(fileOf(key), time, time);
}

test('results that nobody asked for in three months go; using one counts', async () => {
  await keep('aa1', 'new', 0);
  await keep('ab2', 'old', 100);
  await keep('ab3', 'old but used', 100);
  expect(await fileCache(folder).get('ab3')).toBe('old but used');
  expect(await pruneCache(folder, Date.now())).toBe(1);
  const cache = fileCache(folder);
  expect([await cache.get('aa1'), await cache.get('ab2'), await cache.get('ab3')]).toEqual([
    'new',
    undefined,
    'old but used',
  ]);
});

test('above a size, those used longest ago go first', async () => {
  for (const [n, key] of ['aa1', 'bb2', 'cc3'].entries()) await keep(key, 'x'.repeat(1000), n);
  expect(await pruneCache(folder, Date.now(), { ...CACHE_BOUNDS, bytes: 2500 })).toBe(1);
  expect(await fileCache(folder).get('cc3')).toBeUndefined();
  expect(await fileCache(folder).get('bb2')).toBe('x'.repeat(1000));
});

test('a folder that is not there has nothing to prune', async () => {
  expect(await pruneCache(join(folder, 'none'), Date.now())).toBe(0);
});

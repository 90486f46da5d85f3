import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { withLock } from './with-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'clew-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('work on one file never overlaps, and leaves no lock behind', async () => {
  const file = join(folder, 'new', 'a.json');
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      withLock(file, async () => {
        most = Math.max(most, ++inside);
        await setTimeout(5);
        inside--;
      }),
    ),
  );
  expect(most).toBe(1);
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test('work that fails gives the lock back', async () => {
  const file = join(folder, 'b.json');
  await expect(withLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock(file, async () => 'done')).toBe('done');
});

test('a lock that a crash left behind is taken over', async () => {
  const file = join(folder, 'c.json');
  mkdirSync(`${file}.lock`);
  utimesSync(`${file}.lock`, 1, 1);
  expect(await withLock(file, async () => 'done')).toBe('done');
});

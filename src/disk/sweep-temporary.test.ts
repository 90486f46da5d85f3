import { existsSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listLeftovers, sweepTemporary } from './sweep-temporary.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-sweep-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const NOW = new Date('2026-06-01T12:00:00Z');
const own = (n: number) => `.clew-0000000${n}-89ab-4cde-8f01-23456789abcd.tmp`;

function write(name: string, minutesOld: number): string {
  const file = join(folder, name);
  writeFileSync(file, 'half');
  const time = new Date(NOW.getTime() - minutesOld * 60_000);
  utimesSync(file, time, time);
  return file;
}

test('only old files with a name that clew gives are removed', async () => {
  const old = write(own(1), 120);
  const fresh = write(own(2), 30);
  const others = ['.clew-notes.tmp', `${own(3)}.jsonl`, 'session.jsonl', '.other-tmp'].map((name) =>
    write(name, 999),
  );
  expect(await listLeftovers(folder, NOW)).toEqual([{ file: old, bytes: 4 }]);
  expect(await sweepTemporary(folder, NOW)).toEqual([{ file: old, bytes: 4 }]);
  expect(existsSync(old)).toBe(false);
  for (const file of [fresh, ...others]) expect(existsSync(file), file).toBe(true);
  expect(await sweepTemporary(folder, NOW)).toEqual([]);
});

test('a link with such a name is not followed and not removed, and a folder that is not there is no failure', async () => {
  const target = write('precious.jsonl', 999);
  symlinkSync(target, join(folder, own(4)));
  expect(await sweepTemporary(folder, NOW)).toEqual([]);
  expect(existsSync(target)).toBe(true);
  expect(await sweepTemporary(join(folder, 'nowhere'), NOW)).toEqual([]);
});

import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Snapshots, writeSnapshot } from './snapshots.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-snapshots-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('sweeping leaves what another server is just writing, and takes what nobody finished', async () => {
  const now = Date.now();
  const answers = join(folder, 'answers');
  mkdirSync(answers);
  writeFileSync(join(answers, 'a.json.1.part'), '{"sha');
  writeFileSync(join(answers, 'a.json.2.part'), '{"sha');
  utimesSync(join(answers, 'a.json.2.part'), now / 1000 - 7200, now / 1000 - 7200);
  writeFileSync(join(answers, 'b.json'), 'no head at all');
  await new Snapshots(folder).sweep(now);
  expect(readdirSync(answers)).toEqual(['a.json.1.part']);
});

test('an answer is there for the state that it was kept for, and goes with its session', async () => {
  const snapshots = new Snapshots(folder);
  const file = join(folder, 'session.jsonl');
  writeFileSync(file, '');
  const path = snapshots.pathOf(file, 'files');
  await writeSnapshot(path, { fingerprint: 'now', file }, '{"a":1}');
  expect(await snapshots.read(path, 'now')).toBe('{"a":1}');
  expect(await snapshots.read(path, 'later')).toBeUndefined();
  await snapshots.sweep(Date.now());
  expect(await snapshots.has(path, 'now')).toBe(true);
  rmSync(file);
  await snapshots.sweep(Date.now());
  expect(await snapshots.has(path, 'now')).toBe(false);
});

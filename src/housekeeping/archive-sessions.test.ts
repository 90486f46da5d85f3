import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiveSessions, sweepArchive, verifyArchive } from './archive-sessions.ts';
import { listSnapshots } from './archive-snapshot.ts';
import { type FurnishedHome, furnishHome } from './furnished-home.fixture.ts';

let house: FurnishedHome;

beforeEach(() => {
  house = furnishHome();
});

afterEach(() => rmSync(house.root, { recursive: true }));

test('a sweep in another process waits for the archive that is being written', async () => {
  const script = join(house.root, 'archive.mjs');
  const input = new URL('archive-sessions.ts', import.meta.url).pathname;
  await build({ input, platform: 'node', output: { file: script, format: 'esm' }, logLevel: 'silent' });
  const code = `import { sweepArchive } from ${JSON.stringify(script)};
    console.log('begun');
    await sweepArchive(${JSON.stringify(house.dataDir)});`;
  let swept: Promise<unknown> | undefined;
  // Asked for when the contents are stored and the snapshot is not yet written.
  const titleOf = async () => {
    const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
    swept = running;
    await new Promise((begun) => running.child.stdout?.once('data', begun));
    await setTimeout(300);
    return undefined;
  };
  await archiveSessions([await house.find()], { ...house, titleOf });
  await swept;
  expect(await verifyArchive(house.dataDir)).toEqual({ sessions: 1, damaged: [] });
});

test('a sweep first finishes the archive that a crash cut short, and keeps what that needs', async () => {
  const { receipt = '' } = await archiveSessions([await house.find()], house);
  const [snapshot] = await listSnapshots(house.dataDir);
  // As it is between the writing of the receipt and the renaming of the snapshot.
  const folder = join(house.dataDir, 'receipts', receipt);
  mkdirSync(join(folder, 'new'), { recursive: true });
  renameSync(snapshot?.file ?? '', join(folder, 'new', '0'));
  const record = JSON.parse(readFileSync(join(folder, 'receipt.json'), 'utf8'));
  writeFileSync(
    join(folder, 'receipt.json'),
    JSON.stringify({ ...record, state: 'applying', pid: process.pid }),
  );
  expect(await listSnapshots(house.dataDir)).toEqual([]);
  expect(await sweepArchive(house.dataDir)).toBe(0);
  expect(await verifyArchive(house.dataDir)).toEqual({ sessions: 1, damaged: [] });
  expect(readdirSync(house.dataDir)).not.toContain('archive.lock');
});

test('a sweep frees nothing while a record cannot be read: what it names may be all that is left of a session', async () => {
  await archiveSessions([await house.find()], house);
  const file = (await listSnapshots(house.dataDir))[0]?.file ?? '';
  const text = readFileSync(file, 'utf8');
  const record = JSON.parse(text);
  const unread = [
    text.slice(0, 100),
    JSON.stringify({ ...record, version: 2 }),
    // A piece is named by its hash: other names could lead elsewhere, and what is no text broke the restoring.
    JSON.stringify({ ...record, pieces: [[{}]] }),
    JSON.stringify({ ...record, pieces: [['../../elsewhere']] }),
  ];
  for (const one of unread) {
    writeFileSync(file, one);
    expect(await listSnapshots(house.dataDir)).toEqual([]);
    for (const dryRun of [true, false])
      await expect(sweepArchive(house.dataDir, { dryRun })).rejects.toThrow(/cannot be read/);
  }
  writeFileSync(file, text);
  expect(await verifyArchive(house.dataDir)).toEqual({ sessions: 1, damaged: [] });
});

import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import { expect, test } from 'vitest';
import { archiveSessions, sweepArchive, verifyArchive } from './archive-sessions.ts';
import { listSnapshots, selectSnapshot } from './archive-snapshot.ts';
import { homeForEachTest } from './furnished-home.fixture.ts';
import { restoreSnapshots } from './restore-snapshots.ts';

const house = homeForEachTest();

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

test('a snapshot that cannot be read counts as damaged, and while it is there nothing is swept', async () => {
  await archiveSessions([await house.find()], house);
  await archiveSessions([await house.find(house.otherId)], house);
  const snapshots = await listSnapshots(house.dataDir);
  const torn = snapshots.find(({ bundle }) => bundle.sessionId === house.sessionId)?.file ?? '';
  const whole = readFileSync(torn, 'utf8');
  const record = JSON.parse(whole);
  const unreadable = [
    whole.slice(0, 40),
    JSON.stringify({ ...record, version: 2 }),
    // A piece is named by its hash: other names could lead elsewhere, and what is no text broke the restoring.
    JSON.stringify({ ...record, pieces: [[{}]] }),
    JSON.stringify({ ...record, pieces: [['../../elsewhere']] }),
  ];
  for (const text of unreadable) {
    writeFileSync(torn, text);
    expect(await verifyArchive(house.dataDir)).toEqual({ sessions: 2, damaged: [house.sessionId] });
    for (const dryRun of [true, false])
      await expect(sweepArchive(house.dataDir, { dryRun })).rejects.toMatchObject({
        code: 'unreadable-snapshot',
      });
  }
  writeFileSync(torn, whole);
  expect(await verifyArchive(house.dataDir)).toEqual({ sessions: 2, damaged: [] });
});

test('a piece that was spoiled in the archive is written anew when the session is archived again', async () => {
  const session = await house.find();
  const pieces = join(house.dataDir, 'archive', 'pieces');
  const spoil = (): void => {
    for (const name of readdirSync(pieces, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.gz')) writeFileSync(join(pieces, name), 'not gzip');
  };
  let days = 0;
  const again = () =>
    archiveSessions([session], { ...house, now: () => new Date(Date.UTC(2026, 2, ++days)) });
  await again();
  expect((await again()).archived).toMatchObject([{ unchanged: true }]);
  spoil();
  expect((await again()).archived).toMatchObject([{ unchanged: false }]);
  expect((await verifyArchive(house.dataDir)).damaged).toEqual([]);
  // Of a session that grew since, what did not change can be written anew as well.
  spoil();
  appendFileSync(session.file, '{"type":"summary","summary":"more"}\n');
  expect((await again()).archived).toMatchObject([{ unchanged: false }]);
  const newest = selectSnapshot(await listSnapshots(house.dataDir), house.sessionId);
  const home = join(house.root, 'another');
  await restoreSnapshots([newest], { ...house, home });
  expect(readFileSync(join(home, 'projects', house.slug, `${house.sessionId}.jsonl`))).toEqual(
    readFileSync(session.file),
  );
});

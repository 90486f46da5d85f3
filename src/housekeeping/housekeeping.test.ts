import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Refusal } from '../base/refusal.ts';
import { archiveSessions, sweepArchive, verifyArchive } from './archive-sessions.ts';
import { listSnapshots, selectSnapshot } from './archive-snapshot.ts';
import { homeForEachTest, pictureOf } from './furnished-home.fixture.ts';
import { moveSessions } from './move-sessions.ts';
import { packSessions } from './pack-sessions.ts';
import { readReceipts } from './receipt.ts';
import { removeSessions } from './remove-sessions.ts';
import { restoreSnapshots } from './restore-snapshots.ts';
import { findReceipt } from './undo-receipt.ts';
import { unpackSessions } from './unpack-sessions.ts';

const house = homeForEachTest();

function namesOf(id: string): string[] {
  return Object.keys(pictureOf(house.home)).filter((name) => name.includes(id));
}

test('[F3] rm leaves nothing of the session, nothing else is touched, and undo brings it back byte for byte', async () => {
  const before = pictureOf(house.home);
  const report = await removeSessions([await house.find()], house);
  const after = pictureOf(house.home);
  expect(namesOf(house.sessionId)).toEqual([]);
  for (const file of ['history.jsonl', `projects/${house.slug}/sessions-index.json`])
    expect(readFileSync(join(house.home, file), 'utf8')).not.toContain(house.sessionId);
  const others = Object.entries(before).filter(
    ([name]) => !name.includes(house.sessionId) && !/history\.jsonl|sessions-index/.test(name),
  );
  for (const [name, hash] of others) expect([name, after[name]]).toEqual([name, hash]);
  await house.undo(report.receipt);
  expect(pictureOf(house.home)).toEqual(before);
  // The time too: the client's list and its tidying go by it.
  expect(statSync((await house.find()).file).mtime.toISOString()).toBe('2026-01-01T00:00:00.000Z');
});

test('rm of both sessions, undone, restores the history in its order', async () => {
  const before = pictureOf(house.home);
  const both = [await house.find(), await house.find(house.otherId)];
  const report = await removeSessions(both, house);
  expect(readFileSync(join(house.home, 'history.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1);
  await house.undo(report.receipt);
  expect(pictureOf(house.home)).toEqual(before);
});

test('a dry run changes nothing and leaves no receipt', async () => {
  const before = pictureOf(house.root);
  const report = await removeSessions([await house.find()], { ...house, dryRun: true });
  expect(report.changes.length).toBeGreaterThan(8);
  expect(report.receipt).toBeUndefined();
  await moveSessions([await house.find()], { ...house, to: '/elsewhere', dryRun: true });
  await archiveSessions([await house.find()], { ...house, dryRun: true });
  expect(pictureOf(house.root)).toEqual(before);
});

test('[R9] a session written to in the last minutes is refused', async () => {
  const { file } = await house.find();
  utimesSync(file, house.now(), house.now());
  const before = pictureOf(house.home);
  await expect(removeSessions([await house.find()], house)).rejects.toThrow(/may have it open/);
  await expect(moveSessions([await house.find()], { ...house, to: '/x' })).rejects.toThrow(Refusal);
  expect(pictureOf(house.home)).toEqual(before);
});

test('[R9] a session that a running client registered is refused; what a killed one left goes with it', async () => {
  const registrations = join(house.home, 'sessions');
  mkdirSync(registrations);
  const file = join(registrations, '1.json');
  writeFileSync(file, JSON.stringify({ pid: process.pid, sessionId: house.sessionId }));
  await expect(removeSessions([await house.find()], house)).rejects.toThrow(/has the session .* open/);
  writeFileSync(file, JSON.stringify({ pid: 2 ** 30, sessionId: house.sessionId }));
  const report = await removeSessions([await house.find()], house);
  expect(existsSync(file)).toBe(false);
  await house.undo(report.receipt);
  expect(existsSync(file)).toBe(true);
});

test('undo refuses where a file came back meanwhile, and with force leaves that file as it is', async () => {
  const { file } = await house.find();
  const report = await removeSessions([await house.find()], house);
  writeFileSync(file, 'another\n');
  await expect(house.undo(report.receipt)).rejects.toThrow(/changed since/);
  await house.undo(report.receipt, true);
  expect(readFileSync(file, 'utf8')).toBe('another\n');
  expect(existsSync(join(house.home, 'file-history', house.sessionId, '0123456789abcdef@v1'))).toBe(true);
});

test('lines that a client added to the history after rm stay when rm is undone', async () => {
  const file = join(house.home, 'history.jsonl');
  const before = readFileSync(file, 'utf8');
  const report = await removeSessions([await house.find()], house);
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"display":"later"}\n`);
  await house.undo(report.receipt);
  expect(readFileSync(file, 'utf8')).toBe(`${before}{"display":"later"}\n`);
});

test('[F1] mv moves the folder, the cwd of every line, the history and the index, and undo moves it back', async () => {
  const before = pictureOf(house.home);
  const target = join(house.home, 'projects', '-srv-quay');
  mkdirSync(target);
  writeFileSync(join(target, 'sessions-index.json'), JSON.stringify({ version: 1, entries: [] }));
  const furnished = pictureOf(house.home);
  const session = await house.find();
  const mention = join(house.home, 'projects', house.slug, house.sessionId, 'tool-results');
  const report = await moveSessions([session], { ...house, to: '/srv/quay' });
  expect(existsSync(session.file)).toBe(false);
  expect(existsSync(join(house.home, 'projects', house.slug, house.sessionId))).toBe(false);
  const moved = readFileSync(join(target, `${house.sessionId}.jsonl`), 'utf8');
  expect(moved).toContain('"cwd":"/srv/quay"');
  expect(moved).not.toContain(`"cwd":"${house.cwd}"`);
  expect(moved).not.toContain(mention);
  const agents = join(target, house.sessionId, 'subagents');
  const [agent] = readdirSync(agents).filter((name) => name.endsWith('.jsonl'));
  expect(readFileSync(join(agents, agent ?? ''), 'utf8')).toContain('"cwd":"/srv/quay"');
  const history = readFileSync(join(house.home, 'history.jsonl'), 'utf8').trim().split('\n');
  expect(history.map((line) => JSON.parse(line).project)).toEqual([
    house.cwd,
    '/srv/quay',
    house.cwd,
    '/srv/quay',
    house.cwd,
  ]);
  const index = JSON.parse(readFileSync(join(target, 'sessions-index.json'), 'utf8'));
  expect(index.entries).toEqual([
    {
      sessionId: house.sessionId,
      fullPath: join(target, `${house.sessionId}.jsonl`),
      projectPath: '/srv/quay',
    },
  ]);
  await house.undo(report.receipt);
  expect(pictureOf(house.home)).toEqual(furnished);
  expect(Object.keys(furnished).length).toBe(Object.keys(before).length + 2);
});

test('mv changes nothing in a line but its paths', async () => {
  const { file } = await house.find();
  const before = readFileSync(file, 'utf8').split('\n');
  const report = await moveSessions([await house.find()], { ...house, to: '/srv/quay' });
  const after = readFileSync(report.moved[0]?.file ?? '', 'utf8').split('\n');
  expect(
    after.map((line) => line.replaceAll('/srv/quay', house.cwd).replaceAll('-srv-quay', house.slug)),
  ).toEqual(before);
});

test('archive, rm, restore: all is back, and what was archived twice is kept once', async () => {
  const session = await house.find();
  const before = pictureOf(house.home);
  const first = await archiveSessions([session], house);
  expect(first.archived[0]).toMatchObject({ unchanged: false });
  const second = await archiveSessions([session], house);
  expect(second).toMatchObject({ added: 0, archived: [{ unchanged: true }] });
  expect(await verifyArchive(house.dataDir)).toEqual({ sessions: 1, damaged: [] });
  await removeSessions([session], house);
  const snapshot = selectSnapshot(await listSnapshots(house.dataDir), house.sessionId.slice(0, 8));
  const report = await restoreSnapshots([snapshot], house);
  const after = pictureOf(house.home);
  for (const [name, hash] of Object.entries(before))
    if (name.includes(house.sessionId) && !name.endsWith('/'))
      expect([name, after[name]]).toEqual([name, hash]);
  expect(
    readFileSync(join(house.home, 'history.jsonl'), 'utf8').match(new RegExp(house.sessionId, 'g')),
  ).toHaveLength(2);
  await expect(restoreSnapshots([snapshot], house)).rejects.toThrow(/exists already/);
  await house.undo(report.receipt);
  expect(namesOf(house.sessionId)).toEqual([]);
});

test('archive --remove takes them out of the home, undo puts them back and the archive forgets them', async () => {
  const before = pictureOf(house.home);
  const report = await archiveSessions([await house.find()], { ...house, remove: true });
  expect(namesOf(house.sessionId)).toEqual([]);
  await house.undo(report.receipt);
  expect(pictureOf(house.home)).toEqual(before);
  expect(await listSnapshots(house.dataDir)).toEqual([]);
  expect(await sweepArchive(house.dataDir)).toBeGreaterThan(0);
});

test('an archive of a session that grew shares its beginning', async () => {
  const session = await house.find();
  const line = `${JSON.stringify({ type: 'x', text: 'y'.repeat(1000) })}\n`;
  writeFileSync(session.file, line.repeat(3000));
  utimesSync(session.file, 0, 0);
  await archiveSessions([session], house);
  writeFileSync(session.file, line.repeat(3000) + line.replace('y', 'z'));
  utimesSync(session.file, 0, 0);
  await archiveSessions([session], { ...house, now: () => new Date('2026-03-05T12:00:00Z') });
  const [first, second] = await listSnapshots(house.dataDir);
  const shared = first?.pieces[0]?.filter((piece) => second?.pieces[0]?.includes(piece));
  expect(shared?.length).toBeGreaterThan(1);
});

test('a damaged piece is found and nothing is restored', async () => {
  await archiveSessions([await house.find()], { ...house, remove: true });
  const pieces = join(house.dataDir, 'archive', 'pieces');
  const [name] = readdirSync(pieces, { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.gz'),
  );
  writeFileSync(join(pieces, name ?? ''), 'not gzip');
  expect((await verifyArchive(house.dataDir)).damaged).toEqual([house.sessionId]);
  const snapshot = selectSnapshot(await listSnapshots(house.dataDir), house.sessionId);
  await expect(restoreSnapshots([snapshot], house)).rejects.toThrow(/damaged/);
  expect(namesOf(house.sessionId)).toEqual([]);
});

test('pack, then unpack in another home under another path', async () => {
  const file = join(house.root, 'two.clewpack');
  const both = [await house.find(), await house.find(house.otherId)];
  const packed = await packSessions(both, { ...house, file });
  expect(packed.sessions).toHaveLength(2);
  const home = join(house.root, 'other');
  mkdirSync(home);
  const report = await unpackSessions(file, { ...house, home, map: [['/home/dev', '/Users/ada']] });
  expect(report.placed.map(({ cwd }) => cwd)).toEqual(['/Users/ada/work/harbor', '/Users/ada/work/harbor']);
  const main = readFileSync(
    join(home, 'projects', '-Users-ada-work-harbor', `${house.sessionId}.jsonl`),
    'utf8',
  );
  expect(main).toContain('"cwd":"/Users/ada/work/harbor"');
  expect(main).not.toContain(house.home);
  // The environment's scripts are of one machine, and no one else's to run.
  const packedNames = Object.keys(pictureOf(house.home)).filter(
    (name) => !name.endsWith('/') && /[0-9a-f]{8}-/.test(name) && !name.startsWith('session-env/'),
  );
  const names = Object.keys(pictureOf(home)).filter(
    (name) => !name.endsWith('/') && /[0-9a-f]{8}-/.test(name),
  );
  expect(names.map((name) => name.replace('-Users-ada-work-harbor', house.slug)).sort()).toEqual(
    packedNames.sort(),
  );
  await house.undo(report.receipt);
  expect(pictureOf(home)).toEqual({});
});

test('a pack without maps is the same bytes', async () => {
  const file = join(house.root, 'one.clewpack');
  const session = await house.find();
  await packSessions([session], { ...house, file });
  const before = pictureOf(house.home);
  await removeSessions([session], house);
  await unpackSessions(file, { ...house, map: [] });
  const after = pictureOf(house.home);
  for (const name of Object.keys(before).filter(
    (one) => one.includes(house.sessionId) && !one.endsWith('/') && !one.startsWith('session-env/'),
  ))
    expect([name, after[name]]).toEqual([name, before[name]]);
});

test('a file that a crash left with two names is taken away all the same', async () => {
  const file = join(house.root, 'one.clewpack');
  await packSessions([await house.find()], { ...house, file });
  const home = join(house.root, 'other');
  mkdirSync(home);
  const report = await unpackSessions(file, { ...house, home, map: [] });
  const placed = report.changes.findIndex(({ file: one }) => one.endsWith('big.txt'));
  // Between its link and its unlink, publishing a new file has both.
  linkSync(
    report.changes[placed]?.file ?? '',
    join(house.dataDir, 'receipts', report.receipt ?? '', 'new', `${placed}`),
  );
  await house.undo(report.receipt);
  expect(pictureOf(home)).toEqual({});
});

test('receipts are told apart by their ids and by session', async () => {
  const report = await removeSessions([await house.find()], house);
  expect((await findReceipt(house.sessionId.slice(0, 8), house.dataDir))?.id).toBe(report.receipt);
  expect((await findReceipt(report.receipt ?? '', house.dataDir))?.action).toBe('rm');
  expect(await findReceipt('nothing', house.dataDir)).toBeUndefined();
  expect(await readReceipts(house.dataDir)).toHaveLength(1);
});

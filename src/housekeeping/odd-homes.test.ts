import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findSessions } from '../disk/find-sessions.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { PLANTED } from '../secrets/planted-secrets.fixture.ts';
import { archiveSessions, sweepArchive } from './archive-sessions.ts';
import { listSnapshots, type SnapshotFile, selectSnapshot } from './archive-snapshot.ts';
import { homeForEachTest, pictureOf } from './furnished-home.fixture.ts';
import { mapLinePaths } from './map-paths.ts';
import { measureSession } from './measure-disk.ts';
import { moveSessions } from './move-sessions.ts';
import { packSessions } from './pack-sessions.ts';
import { readReceipts } from './receipt.ts';
import { removeSessions } from './remove-sessions.ts';
import { scanSecrets } from './scan-secrets.ts';
import { scrubSessions } from './scrub-sessions.ts';
import { slimSessions } from './slim-sessions.ts';

const house = homeForEachTest();

test('a file that shrinks while it is packed is refused in a sentence, and no half of a pack is left', async () => {
  const session = await house.find();
  const folder = join(house.root, 'packs');
  mkdirSync(folder);
  // Asked for between the look at the files and the packing of them.
  const now = () => {
    truncateSync(session.file, 10);
    return house.now();
  };
  await expect(packSessions([session], { file: join(folder, 'a.clewpack'), now })).rejects.toThrow(
    /changed while it was packed/,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('undo refuses a kept file that was damaged, and the slim one stays', async () => {
  const { file, sessionId } = await house.find();
  appendFileSync(file, `${JSON.stringify({ type: 'api-request', sessionId, base: 1 })}\n`);
  utimesSync(file, new Date('2026-01-01'), new Date('2026-01-01'));
  const { receipt, slimmed } = await slimSessions([await house.find()], house);
  expect(slimmed).toHaveLength(1);
  const slim = readFileSync(file);
  const shelf = join(house.dataDir, 'receipts', receipt as string, 'old');
  for (const name of readdirSync(shelf)) {
    const kept = readFileSync(join(shelf, name));
    kept.fill(0, 20, 60);
    writeFileSync(join(shelf, name), kept);
  }
  await expect(house.undo(receipt)).rejects.toThrow(/is damaged/);
  expect(readFileSync(file)).toEqual(slim);
});

/** The session under a name of its own making, with its folder. */
async function rename(name: string): Promise<SessionFile> {
  const { file } = await house.find();
  const project = dirname(file);
  renameSync(file, join(project, `${name}.jsonl`));
  renameSync(join(project, house.sessionId), join(project, name));
  return house.find(name);
}

test('what could not be brought back is not archived, let alone removed, nor packed', async () => {
  const session = await rename('notes');
  const before = pictureOf(house.home);
  await expect(archiveSessions([session], { ...house, remove: true })).rejects.toThrow(/notes.*no uuid/s);
  const file = join(house.root, 'a.clewpack');
  await expect(packSessions([session], { file, now: house.now })).rejects.toThrow(/notes.*no uuid/s);
  expect(pictureOf(house.home)).toEqual(before);
  expect(await listSnapshots(house.dataDir)).toEqual([]);
});

test('a history that is a link stays one: the file behind it is changed', async () => {
  const link = join(house.home, 'history.jsonl');
  const elsewhere = join(house.root, 'dotfiles.jsonl');
  renameSync(link, elsewhere);
  symlinkSync(elsewhere, link);
  const before = readFileSync(elsewhere, 'utf8');
  const { receipt } = await removeSessions([await house.find()], house);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(elsewhere, 'utf8')).not.toContain(house.sessionId);
  await house.undo(receipt);
  expect(readFileSync(elsewhere, 'utf8')).toBe(before);
});

test('scrubbing a file that is not UTF-8 changes nothing but its secrets', async () => {
  const { file } = await house.find();
  const result = join(dirname(file), house.sessionId, 'tool-results', 'latin1.txt');
  const [{ text, secret }] = Object.values(PLANTED) as [{ text: string; secret: string }];
  writeFileSync(result, Buffer.from(`caf\u00e9 ${text} d\u00e9j\u00e0`, 'latin1'));
  await scrubSessions([await house.find()], { ...house, backup: false });
  const scrubbed = readFileSync(result, 'latin1');
  expect(scrubbed).not.toContain(secret);
  expect(scrubbed.startsWith('caf\u00e9 ')).toBe(true);
  expect(scrubbed.endsWith(' d\u00e9j\u00e0')).toBe(true);
});

test('a file full of secrets is scanned like any other', async () => {
  const { file } = await house.find();
  const many = 130_000;
  const secrets = `AKIA${'Q7XW3MZ5'.repeat(2)}\n`.repeat(many);
  writeFileSync(join(dirname(file), house.sessionId, 'tool-results', 'dump.txt'), secrets);
  expect((await scanSecrets(await house.find())).found).toHaveLength(many);
});

test('a sweep that is only planned frees nothing', async () => {
  const { receipt } = await archiveSessions([await house.find()], house);
  await house.undo(receipt);
  const before = pictureOf(house.dataDir);
  const planned = await sweepArchive(house.dataDir, { dryRun: true });
  expect(pictureOf(house.dataDir)).toEqual(before);
  expect(await sweepArchive(house.dataDir)).toBe(planned);
  expect(planned).toBeGreaterThan(0);
});

/** The session, and another file of its id in another project. */
async function findTwins(): Promise<SessionFile[]> {
  const twin = join(house.home, 'projects', '-home-dev-copy', `${house.sessionId}.jsonl`);
  mkdirSync(dirname(twin), { recursive: true });
  writeFileSync(
    twin,
    `${readFileSync((await house.find()).file, 'utf8')}{"type":"summary","summary":"more"}\n`,
  );
  utimesSync(twin, new Date('2026-01-01T00:00:00Z'), new Date('2026-01-01T00:00:00Z'));
  const { sessions } = await findSessions([house.home]);
  return sessions.filter(({ sessionId }) => sessionId === house.sessionId);
}

test('two sessions of one id are not moved to one place, where only one of them could be', async () => {
  const both = await findTwins();
  expect(both).toHaveLength(2);
  const before = pictureOf(house.home);
  await expect(moveSessions(both, { ...house, to: '/home/dev/work/other' })).rejects.toMatchObject({
    code: 'file-exists',
  });
  expect(pictureOf(house.home)).toEqual(before);
  expect(await readReceipts(house.dataDir)).toEqual([]);
});

test('[F3] two files of one session id, removed together and put back: the history is as it was', async () => {
  const both = await findTwins();
  expect(both).toHaveLength(2);
  const before = pictureOf(house.home);
  const { receipt } = await removeSessions(both, house);
  await house.undo(receipt);
  expect(pictureOf(house.home)).toEqual(before);
});

test('the lines of a session are measured in bytes, and add up to its files', async () => {
  const sum = (uses: readonly { kind: string; bytes: number }[], kinds: RegExp) =>
    uses.reduce((all, { kind, bytes }) => all + (kinds.test(kind) ? bytes : 0), 0);
  const { file } = await house.find();
  const before = await measureSession(await house.find());
  const toolUseResult = { content: '漢字'.repeat(1000) };
  // The last line of a file may lack its newline [L1].
  appendFileSync(file, JSON.stringify({ type: 'user', toolUseResult }));
  const after = await measureSession(await house.find());
  expect(sum(after.lines, /toolUseResult/) - sum(before.lines, /toolUseResult/)).toBe(
    Buffer.byteLength(JSON.stringify(toolUseResult)),
  );
  for (const { lines, files } of [before, after])
    expect(sum(lines, /./)).toBe(sum(files, /^sessions$|^agents$/));
});

test('an archived session is told by its whole id, though that of another begins with it', () => {
  const named = (sessionId: string) => ({ bundle: { sessionId } }) as SnapshotFile;
  const snapshots = [named('notes'), named('notes-2'), named('notes')];
  expect(selectSnapshot(snapshots, 'notes')).toBe(snapshots[2]);
  expect(() => selectSnapshot(snapshots, 'note')).toThrow('2 archived sessions');
});

test('a dollar sign in the path of a home is nothing but itself', () => {
  const value = { type: 'user', text: 'saved to /old/p/1/tool-results/a.txt' };
  const mapped = mapLinePaths(value, { folders: [], files: [['/old/p/1', '/srv/$&/$$/1']] });
  expect(mapped.text).toBe('saved to /srv/$&/$$/1/tool-results/a.txt');
});

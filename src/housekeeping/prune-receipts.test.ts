import { appendFileSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homeForEachTest, pictureOf } from './furnished-home.fixture.ts';
import { pruneReceipts } from './prune-receipts.ts';
import { readReceipts } from './receipt.ts';
import { recoverReceipts } from './recover-receipts.ts';
import { removeSessions } from './remove-sessions.ts';
import { scrubSessions } from './scrub-sessions.ts';
import { slimSessions } from './slim-sessions.ts';

const DAY = 86_400_000;
const YEAR = 365 * DAY;

const house = homeForEachTest();

async function remove(): Promise<string> {
  return (await removeSessions([await house.find()], house)).receipt ?? '';
}

test('what can still be undone is kept, however old it is', async () => {
  const before = pictureOf(house.home);
  const id = await remove();
  expect(await pruneReceipts(house.dataDir, Date.now() + 10 * YEAR)).toEqual([]);
  await house.undo(id);
  expect(pictureOf(house.home)).toEqual(before);
});

test('what was undone is forgotten after a month, with the next change', async () => {
  const id = await remove();
  await house.undo(id);
  await recoverReceipts(house.dataDir, Date.now() + 29 * DAY);
  expect((await readReceipts(house.dataDir)).map((receipt) => receipt.id)).toEqual([id]);
  await recoverReceipts(house.dataDir, Date.now() + 31 * DAY);
  expect(readdirSync(join(house.dataDir, 'receipts'))).toEqual([]);
});

test('a file that could not be put back keeps its receipt, for its old content is nowhere else', async () => {
  const { file } = await house.find();
  const content = readFileSync(file);
  const id = await remove();
  writeFileSync(file, 'another file of that name\n');
  await house.undo(id, true);
  expect(await pruneReceipts(house.dataDir, Date.now() + YEAR)).toEqual([]);
  const held = join(house.dataDir, 'receipts', id, 'old');
  expect(readdirSync(held).map((name) => readFileSync(join(held, name)).equals(content))).toContain(true);
});

test('a receipt that kept nothing, as was asked for, is forgotten too', async () => {
  const key = `ghp_${'aB3dE6gH9'.repeat(4)}`;
  const session = await house.find();
  appendFileSync(session.file, `${JSON.stringify({ type: 'summary', summary: `the key is ${key}` })}\n`);
  const report = await scrubSessions([session], { ...house, backup: false, force: true });
  expect(report.found).toHaveLength(1);
  expect(await pruneReceipts(house.dataDir, Date.now() + YEAR)).toEqual([report.receipt]);
});

test('slimming keeps the whole file compressed, and undo brings it back byte for byte', async () => {
  const { file } = await house.find();
  const log = JSON.stringify({ type: 'api-request-blob', data: 'y'.repeat(50_000) });
  appendFileSync(file, `${log}\n`);
  utimesSync(file, 0, 0);
  const before = pictureOf(house.home);
  const whole = readFileSync(file);
  const { receipt = '' } = await slimSessions([await house.find()], house);
  const kept = readFileSync(join(house.dataDir, 'receipts', receipt, 'old', '0'));
  expect([...kept.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  expect(kept.length).toBeLessThan(whole.length / 2);
  await house.undo(receipt);
  expect(pictureOf(house.home)).toEqual(before);
  // All is back, so nothing holds the receipt.
  expect(await pruneReceipts(house.dataDir, Date.now() + YEAR)).toEqual([receipt]);
});

test('what a killed unpacking left is cleared after a day, not before', async () => {
  const folder = join(house.dataDir, 'unpacking-abc123');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '0'), 'half a file');
  await recoverReceipts(house.dataDir, Date.now() + DAY / 2);
  expect(readdirSync(house.dataDir)).toContain('unpacking-abc123');
  await recoverReceipts(house.dataDir, Date.now() + 2 * DAY);
  expect(readdirSync(house.dataDir)).not.toContain('unpacking-abc123');
});

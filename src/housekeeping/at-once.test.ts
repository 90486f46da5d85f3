import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyReceipt } from './apply-receipt.ts';
import { homeForEachTest, pictureOf } from './furnished-home.fixture.ts';
import { moveSessions } from './move-sessions.ts';
import { type Receipt, readReceipts, writeReceipt } from './receipt.ts';
import { recoverReceipts } from './recover-receipts.ts';
import { removeSessions } from './remove-sessions.ts';
import { slimSessions } from './slim-sessions.ts';

const house = homeForEachTest();

test('what this process is carrying out is not taken for the work of a crashed one', async () => {
  const before = pictureOf(house.home);
  const removal = { over: false };
  const removing = removeSessions([await house.find()], house).finally(() => {
    removal.over = true;
  });
  const finished: unknown[] = [];
  while (!removal.over) finished.push(...(await recoverReceipts(house.dataDir)));
  const { receipt, skipped } = await removing;
  expect([finished, skipped]).toEqual([[], []]);
  await house.undo(receipt);
  expect(pictureOf(house.home)).toEqual(before);
});

test.each(['rm', 'mv', 'slim'] as const)(
  'two processes that finish one %s at once lose nothing',
  async (action) => {
    const session = [await house.find()];
    for (const { file } of session) appendFileSync(file, '{"type":"api-request","body":"x"}\n');
    const before = pictureOf(house.home);
    const options = { ...house, force: true };
    const { receipt: id } =
      action === 'rm'
        ? await removeSessions(session, options)
        : action === 'mv'
          ? await moveSessions(session, { ...options, to: '/home/dev/work/other' })
          : await slimSessions(session, options);
    const after = pictureOf(house.home);
    // Back to the moment at which the receipt was written and nothing done.
    await house.undo(id);
    const receipt = (await readReceipts(house.dataDir)).find((one) => one.id === id) as Receipt;
    await writeReceipt(house.dataDir, { ...receipt, state: 'applying' });
    await Promise.allSettled([0, 1, 2].map(() => applyReceipt(house.dataDir, receipt, 'forward')));
    await recoverReceipts(house.dataDir);
    expect(pictureOf(house.home)).toEqual(after);
    await house.undo(id);
    expect(pictureOf(house.home)).toEqual(before);
  },
);

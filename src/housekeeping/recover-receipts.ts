// Finishes what a crash cut short: work whose receipt was written goes on to its end, staging without a receipt is cleared.
import { lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sweepTemporary } from '../disk/sweep-temporary.ts';
import { type Applied, applyReceipt } from './apply-receipt.ts';
import { readReceipts } from './receipt.ts';
import { isRunning } from './registrations.ts';

/** Staging younger than this may be another process at work. */
const YOUNG_MS = 60 * 60_000;

export async function recoverReceipts(dataDir: string, now: number = Date.now()): Promise<Applied[]> {
  const finished: Applied[] = [];
  for (const receipt of await readReceipts(dataDir)) {
    if (receipt.state === 'done' || receipt.state === 'undone' || isOther(receipt.pid)) continue;
    finished.push(await applyReceipt(dataDir, receipt, receipt.state === 'applying' ? 'forward' : 'back'));
    // Only between two disks are temporary files made in the home itself.
    const folders = new Set(receipt.steps.map(({ file }) => dirname(file)));
    for (const folder of folders) await sweepTemporary(folder, new Date(now));
  }
  await clearStaging(dataDir, now);
  return finished;
}

function isOther(pid: number): boolean {
  return pid !== process.pid && isRunning(pid);
}

async function clearStaging(dataDir: string, now: number): Promise<void> {
  const folder = join(dataDir, 'receipts');
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const inside = join(folder, name);
    if (await lstat(join(inside, 'receipt.json')).catch(() => undefined)) continue;
    const found = await lstat(inside).catch(() => undefined);
    if (found?.isDirectory() && now - found.mtimeMs > YOUNG_MS)
      await rm(inside, { recursive: true, force: true });
  }
}

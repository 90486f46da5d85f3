// What every change to a home begins with: finishes what a crash cut short, clears what it left, forgets receipts of no use.
import { lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sweepTemporary } from '../disk/sweep-temporary.ts';
import { type Applied, applyReceipt } from './apply-receipt.ts';
import { pruneReceipts } from './prune-receipts.ts';
import { readReceipts } from './receipt.ts';
import { isRunning } from './registrations.ts';
import { isUnderWay, whileUnderWay } from './under-way.ts';

/** Staging younger than this may be another process at work; a pack of gigabytes takes longer to be read and checked. */
const YOUNG_MS = 60 * 60_000;
const YOUNG_PACK_MS = 24 * YOUNG_MS;

/** Work whose receipt was written goes on to its end; staging without a receipt is cleared. */
export async function recoverReceipts(dataDir: string, now: number = Date.now()): Promise<Applied[]> {
  const finished: Applied[] = [];
  for (const receipt of await readReceipts(dataDir)) {
    const { id, state, pid } = receipt;
    if (state === 'done' || state === 'undone' || isOther(pid) || isUnderWay(dataDir, id)) continue;
    const way = state === 'applying' ? 'forward' : 'back';
    finished.push(await whileUnderWay(dataDir, id, () => applyReceipt(dataDir, receipt, way)));
    // Only between two disks are temporary files made in the home itself.
    const folders = new Set(receipt.steps.map(({ file }) => dirname(file)));
    for (const folder of folders) await sweepTemporary(folder, new Date(now));
  }
  await clearStaging(dataDir, now);
  await pruneReceipts(dataDir, now);
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
    await removeOld(inside, now - YOUNG_MS);
  }
  for (const name of await readdir(dataDir).catch((): string[] => []))
    if (name.startsWith(UNPACKING)) await removeOld(join(dataDir, name), now - YOUNG_PACK_MS);
}

async function removeOld(folder: string, before: number): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isDirectory() && found.mtimeMs < before) await rm(folder, { recursive: true, force: true });
}

/** How the folders begin that packs are read into. */
export const UNPACKING = 'unpacking-';

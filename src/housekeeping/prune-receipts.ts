// Forgets receipts by which nothing can be undone any more, a month after the last that was done with them.
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Receipt, readReceipts, receiptFolder, removeReceipt } from './receipt.ts';

/** So long a person may still look up what was done and taken back. */
const KEPT_MS = 30 * 86_400_000;

/** Returns the ids of those that are gone. A receipt that holds a file nobody has put back stays for ever. */
export async function pruneReceipts(dataDir: string, now: number): Promise<string[]> {
  const gone: string[] = [];
  for (const receipt of await readReceipts(dataDir)) {
    if (!(await isSpent(dataDir, receipt))) continue;
    const written = await lstat(join(receiptFolder(dataDir, receipt.id), 'receipt.json')).catch(
      () => undefined,
    );
    if (!written || now - written.mtimeMs <= KEPT_MS) continue;
    await removeReceipt(dataDir, receipt.id);
    gone.push(receipt.id);
  }
  return gone;
}

async function isSpent(dataDir: string, receipt: Receipt): Promise<boolean> {
  const { id, state, backup, keptIn, steps } = receipt;
  if (state === 'done') return !backup;
  if (state !== 'undone') return false;
  // A file that was changed since was left as it is when the rest was put back: its old content is only here.
  const held = await readdir(keptIn ?? join(receiptFolder(dataDir, id), 'old')).catch((): string[] => []);
  const isCache = (name: string): boolean => {
    const step = steps[Number(name)];
    return step?.kind === 'file' && step.optional;
  };
  return held.every(isCache);
}

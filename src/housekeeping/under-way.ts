// What this process is carrying out right now: a receipt of our own that is not done yet is then no sign of a crash.
import { receiptFolder } from './receipt.ts';

const underWay = new Set<string>();

export function isUnderWay(dataDir: string, id: string): boolean {
  return underWay.has(receiptFolder(dataDir, id));
}

/** From before the receipt is written until it is done. */
export async function whileUnderWay<T>(dataDir: string, id: string, work: () => Promise<T>): Promise<T> {
  const folder = receiptFolder(dataDir, id);
  underWay.add(folder);
  try {
    return await work();
  } finally {
    underWay.delete(folder);
  }
}

// Lets one process at a time change a file: a folder beside it is the lock, because of many who make one only one succeeds.
import { mkdir, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../base/refusal.ts';
import { makeFolder } from './make-folder.ts';
import { quoteName } from './quote-name.ts';
import { errorCode, writeRefusal } from './system-error.ts';

const RETRY_MS = 10;
/** Changes take milliseconds: a lock this old is one that a crash left behind. */
const STALE_MS = 5000;
const MOST_MS = 15_000;

/** Waits until no one else holds the file; refuses where that takes too long. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  await makeFolder(dirname(file));
  await take(lock, file);
  try {
    return await work();
  } finally {
    await rmdir(lock).catch(() => undefined);
  }
}

async function take(lock: string, file: string): Promise<void> {
  for (const started = Date.now(); Date.now() - started < MOST_MS; ) {
    try {
      await mkdir(lock);
      return;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw writeRefusal(file, error);
    }
    const made = await stat(lock).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > STALE_MS) await rmdir(lock).catch(() => undefined);
    else await setTimeout(RETRY_MS);
  }
  throw new Refusal(
    'file-locked',
    `Another process is changing ${quoteName(file)}.`,
    `If none is, remove ${quoteName(lock)}.`,
  );
}

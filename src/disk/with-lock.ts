// Lets one process at a time change a file. The lock is a folder beside it that holds one mark, named for its holder: it comes
// to its place with the mark in it, which fails where another's stands, and whoever finds an old mark removes that very one,
// never one that came after it.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../base/refusal.ts';
import { makeFolder } from './make-folder.ts';
import { quoteName } from './quote-name.ts';
import { errorCode, writeRefusal } from './system-error.ts';

const RETRY_MS = 10;
/** How often a holder at work renews its mark. */
const BEAT_MS = 1000;
/** A mark this old is one that a crash left behind. */
const STALE_MS = 10_000;
const MOST_MS = 15_000;

/** Waits until no one else holds the file; refuses where that takes too long. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  await makeFolder(dirname(file));
  const mark = await take(lock, file);
  const beat = setInterval(() => void renew(mark).catch(() => undefined), BEAT_MS);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await unlink(mark).catch(() => undefined);
    await rmdir(lock).catch(() => undefined);
  }
}

/** The mark of the lock that is ours now. */
async function take(lock: string, file: string): Promise<string> {
  const name = randomUUID();
  const own = `${lock}-${name}`;
  try {
    await mkdir(own);
    await writeFile(join(own, name), '');
    for (const started = Date.now(); Date.now() - started < MOST_MS; ) {
      await renew(join(own, name));
      if (await moveTo(lock, own)) return join(lock, name);
      if (!(await clearStale(lock))) await setTimeout(RETRY_MS);
    }
  } catch (error) {
    await rm(own, { recursive: true, force: true }).catch(() => undefined);
    throw writeRefusal(file, error);
  }
  await rm(own, { recursive: true, force: true });
  throw new Refusal(
    'file-locked',
    `Another process is changing ${quoteName(file)}.`,
    `If none is, remove ${quoteName(lock)}.`,
  );
}

async function renew(mark: string): Promise<void> {
  const now = new Date();
  await utimes(mark, now, now);
}

/** What systems call a folder that is not empty; Windows also one that is. */
const HELD: ReadonlySet<string> = new Set([
  'ENOTEMPTY',
  'EEXIST',
  ...(process.platform === 'win32' ? ['EPERM'] : []),
]);

/** False where somebody's mark stands there; an empty folder gives way. */
async function moveTo(lock: string, own: string): Promise<boolean> {
  try {
    await rename(own, lock);
    return true;
  } catch (error) {
    if (HELD.has(errorCode(error) ?? '')) return false;
    throw error;
  }
}

/** Whether an old mark was there; of many who see it, one removes it. */
async function clearStale(lock: string): Promise<boolean> {
  let cleared = false;
  for (const name of await readdir(lock).catch((): string[] => [])) {
    const mark = join(lock, name);
    const made = await stat(mark).catch(() => undefined);
    if (!made || Date.now() - made.mtimeMs <= STALE_MS) continue;
    cleared = await unlink(mark).then(
      () => true,
      () => cleared,
    );
  }
  await rmdir(lock).catch(() => undefined);
  return cleared;
}

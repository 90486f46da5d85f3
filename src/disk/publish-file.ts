// Gives a finished temporary file its name: over what is there, or only if nothing is there.
import { link, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { quoteName } from './quote-name.ts';
import { errorCode } from './system-error.ts';

/**
 * Names the file `target`, failing if anything has that name already: `rename` alone would overwrite it.
 * `makeLink` is there for the tests of file systems without hard links.
 */
export async function publishNewFile(
  temporary: string,
  target: string,
  makeLink: (from: string, to: string) => Promise<void> = link,
): Promise<void> {
  try {
    await makeLink(temporary, target);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') throw existsRefusal(target);
    if (code === undefined || !NO_LINKS.has(code)) throw error;
    await reserveAndRename(temporary, target);
    return;
  }
  await unlink(temporary);
}

/** Makes names and removals in a folder survive a power cut, where the system knows how. */
export async function syncFolderOf(file: string): Promise<void> {
  try {
    const folder = await open(dirname(file), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    // Windows and some network file systems cannot sync a folder; the file itself is safe by now.
    if (errorCode(error) === undefined) throw error;
  }
}

export function existsRefusal(target: string): Refusal {
  return new Refusal(
    'file-exists',
    `${quoteName(target)} exists already and is not overwritten.`,
    'Choose another name, or remove it first.',
  );
}

const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
]);

// FAT and some network disks have no links. An exclusive, empty file keeps the name for us; the moment it can be seen
// as empty is the price, and empty sessions are nothing to client and clew alike [F4].
async function reserveAndRename(temporary: string, target: string): Promise<void> {
  try {
    await (await open(target, 'wx')).close();
  } catch (error) {
    throw errorCode(error) === 'EEXIST' ? existsRefusal(target) : error;
  }
  try {
    await rename(temporary, target);
  } catch (error) {
    await unlink(target).catch(() => undefined);
    throw error;
  }
}

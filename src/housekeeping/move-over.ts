// Puts a finished file in the place of another at once, from another disk too.
import { rename, stat, unlink, utimes } from 'node:fs/promises';
import { syncFolderOf } from '../disk/publish-file.ts';
import { openByteSource } from '../disk/read-file.ts';
import { errorCode } from '../disk/system-error.ts';
import { writeFileAtomically } from '../disk/write-file.ts';

export async function moveOver(from: string, file: string): Promise<void> {
  try {
    await rename(from, file);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyAcross(from, file, true);
  }
  await syncFolderOf(file);
}

/** A move between two disks: with permissions and times, as a rename would leave them. */
export async function copyAcross(from: string, file: string, replace: boolean): Promise<void> {
  const { mode, atime, mtime } = await stat(from);
  await writeFileAtomically(file, openByteSource(from), { replace, mode: mode & 0o7777 });
  await utimes(file, atime, mtime);
  await unlink(from);
}

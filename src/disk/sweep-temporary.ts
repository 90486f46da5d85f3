// Finds and removes the temporary files that killed runs of clew have left: by their name, and only when they are old.
import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { listFolder } from './list-folder.ts';

/** The names that `writeFileAtomically` gives; nothing else is ever touched. */
const OWN = /^\.clew-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** A run that still writes touches its file all the time: an hour without a write is long past any run's end. */
const OLD_MS = 60 * 60_000;

export interface Leftover {
  readonly file: string;
  readonly bytes: number;
}

/** The old temporary files of clew in this very folder. */
export async function listLeftovers(folder: string, now: Date): Promise<Leftover[]> {
  const found: Leftover[] = [];
  for (const entry of await listFolder(folder, [])) {
    if (!entry.isFile() || !OWN.test(entry.name)) continue;
    const file = join(folder, entry.name);
    // Not through a link: whatever one points to is not ours.
    const about = await lstat(file).catch(() => undefined);
    if (about?.isFile() && now.getTime() - about.mtimeMs > OLD_MS) found.push({ file, bytes: about.size });
  }
  return found;
}

/** Removes them and returns those that are gone; one that cannot be removed is left for another time. */
export async function sweepTemporary(folder: string, now: Date): Promise<Leftover[]> {
  const gone: Leftover[] = [];
  for (const leftover of await listLeftovers(folder, now)) {
    const removed = await unlink(leftover.file).then(
      () => true,
      () => false,
    );
    if (removed) gone.push(leftover);
  }
  return gone;
}

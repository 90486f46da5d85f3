// Makes sure that a report can be written before a compression is paid for.
import { constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { existsRefusal } from '../../disk/publish-file.ts';
import { writeRefusal } from '../../disk/system-error.ts';

export async function refuseExisting(file: string): Promise<void> {
  if (await lstat(file).catch(() => undefined)) throw existsRefusal(file);
  // Behind a slash it must be a folder.
  await access(`${dirname(file)}/`, constants.W_OK).catch((error: unknown) => {
    throw writeRefusal(file, error);
  });
}

// Makes a folder and those above it, and says in one sentence where that cannot be.
import { mkdir } from 'node:fs/promises';
import { Refusal } from '../base/refusal.ts';
import { quoteName } from './quote-name.ts';
import { errorCode, writeRefusal } from './system-error.ts';

/** Private to its owner if not said otherwise, as sessions hold private things. Returns the outermost folder that was made. */
export async function makeFolder(folder: string, mode = 0o700): Promise<string | undefined> {
  try {
    return await mkdir(folder, { recursive: true, mode });
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw writeRefusal(folder, error);
    throw new Refusal(
      'no-folder',
      `The folder ${quoteName(folder)} cannot be made: a part of its path is a file.`,
      'Name another place.',
    );
  }
}

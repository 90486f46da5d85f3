// Makes a folder and those above it, and says in one sentence where that cannot be.
import { Refusal } from '../base/refusal.ts';
import { makeMissingFolders } from './make-missing-folders.ts';
import { quoteName } from './quote-name.ts';
import { errorCode, isVanished, writeRefusal } from './system-error.ts';

/** Private to its owner if not said otherwise, as sessions hold private things. Returns the outermost folder that was made. */
export async function makeFolder(folder: string, mode = 0o700): Promise<string | undefined> {
  try {
    return makeMissingFolders(folder, mode);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' && !isVanished(error)) throw writeRefusal(folder, error);
    const why = errorCode(error) === 'ENOENT' ? 'its place takes no folders' : 'a part of its path is a file';
    throw new Refusal(
      'no-folder',
      `The folder ${quoteName(folder)} cannot be made: ${why}.`,
      'Name another place.',
    );
  }
}

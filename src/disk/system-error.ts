// Reads the code of an error from the operating system, and turns the common ones into refusals.
import { Refusal } from '../base/refusal.ts';
import { quoteName } from './quote-name.ts';

/** `ENOENT` and its kin, or undefined for an error that is not the system's. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof Refusal) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // Node itself refuses a name with a NUL in it: no file can have one.
  if (code === 'ERR_INVALID_ARG_VALUE') return 'ENOENT';
  return syscall === undefined ? undefined : code;
}

/** Gone, or never there: what happens when a client tidies up while we list. */
export function isVanished(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** The refusal for a file that cannot be read; an error that is not the system's comes back as it is. */
export function readRefusal(file: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  const name = quoteName(file);
  if (isVanished(error)) {
    return new Refusal(
      'file-missing',
      `There is no file ${name}.`,
      'Check the path; `clew ls` lists the sessions.',
    );
  }
  if (code === 'EISDIR') return directoryRefusal(file);
  if (code === 'EACCES' || code === 'EPERM') {
    return new Refusal(
      'no-permission',
      `You have no permission to read ${name}.`,
      'Check who owns the file.',
    );
  }
  return new Refusal('cannot-read', `The file ${name} cannot be read (${code}).`);
}

/** The refusal for a file that cannot be written; an error that is not the system's comes back as it is. */
export function writeRefusal(path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  const name = quoteName(path);
  if (isVanished(error)) {
    return new Refusal('folder-missing', `The folder for ${name} does not exist.`, 'Create it first.');
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new Refusal(
      'no-permission',
      `You have no permission to write ${name}.`,
      'Check who owns its folder.',
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Refusal(
      'disk-full',
      `There is no room on the disk to write ${name}.`,
      'Nothing was changed; make room.',
    );
  }
  return new Refusal('cannot-write', `The file ${name} cannot be written (${code}).`, 'Nothing was changed.');
}

export function directoryRefusal(path: string): Refusal {
  return new Refusal(
    'is-a-directory',
    `${quoteName(path)} is a directory, not a session file.`,
    'Give a .jsonl file in it, or use --home for a whole home.',
  );
}

// The state of a file as a receipt knows it: its size and hash, or that it is not there.
import { lstat } from 'node:fs/promises';
import { Refusal } from '../base/refusal.ts';
import { hashChunks } from '../disk/byte-hash.ts';
import { quoteName } from '../disk/quote-name.ts';
import { openByteSource } from '../disk/read-file.ts';
import { isVanished } from '../disk/system-error.ts';
import type { FileState } from './receipt.ts';

/** Undefined where nothing is there; anything but a regular file is refused: links are never followed here. */
export async function stateOf(file: string): Promise<FileState | undefined> {
  try {
    if (!(await lstat(file)).isFile())
      throw new Refusal('not-a-file', `${quoteName(file)} is not a regular file.`, 'Nothing was changed.');
  } catch (error) {
    if (isVanished(error)) return undefined;
    throw error;
  }
  return hashChunks(openByteSource(file));
}

export function sameState(a: FileState | undefined, b: FileState | undefined): boolean {
  return a?.sha256 === b?.sha256 && a?.bytes === b?.bytes;
}

/** What is placed must be what was kept: a torn download or a bad disk is found before anything is written. */
export function damagedRefusal(what: string): Refusal {
  return new Refusal(
    'damaged',
    `${quoteName(what)} is damaged: its contents do not fit their own hashes.`,
    'Nothing was changed.',
  );
}

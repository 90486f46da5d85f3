// The set of files as it was at the end of a turn: of each the last version up to then.
import type { FileList, FileVersion, TouchedFile } from './list-files.ts';

/** A file, and how it was at a turn. */
export interface FileAtTurn {
  readonly file: TouchedFile;
  readonly version: FileVersion;
}

/** The set of files as it was at the end of a turn. */
export function filesAt({ files }: FileList, turn: number): FileAtTurn[] {
  return files.flatMap((file) => {
    const version = file.versions.findLast((one) => one.turn <= turn);
    return version ? [{ file, version }] : [];
  });
}

// The set of files as it was at the end of a turn: of each the last version up to then.
import type { FileList, FileVersion, TouchedFile } from './list-files.ts';

export interface FileAtTurn {
  readonly file: TouchedFile;
  readonly version: FileVersion;
}

export function filesAt({ files }: FileList, turn: number): FileAtTurn[] {
  return files.flatMap((file) => {
    const version = file.versions.findLast((one) => one.turn <= turn);
    return version ? [{ file, version }] : [];
  });
}

// Finds the version that a person named: `path@3`, `path` for the newest, the path by any unique end of it.
import { Refusal } from '../base/refusal.ts';
import type { FileList, FileVersion, TouchedFile } from './list-files.ts';

/** A version that a person named, and its file. */
export interface SelectedVersion {
  readonly file: TouchedFile;
  readonly version: FileVersion;
}

/** Finds `path@3`, or the newest version of `path`; any unique end of a path will do. */
export function selectVersion(list: FileList, text: string): SelectedVersion {
  const [, path = text, number] = /^(.*)@v?(\d+)$/s.exec(text) ?? [];
  const file = selectFile(list, path);
  const version =
    number === undefined ? file.versions.at(-1) : file.versions.find((one) => one.number === Number(number));
  if (version) return { file, version };
  const known = file.versions.length;
  throw new Refusal(
    'unknown-version',
    `${file.name} has no version ${number ?? 'that is known'}.`,
    known === 0 ? 'The session only read a part of it.' : `Its versions are 1 to ${known}.`,
  );
}

export function selectFile({ files }: FileList, path: string): TouchedFile {
  const exact = files.filter((file) => file.path === path || file.name === path);
  const end = `/${withSlashes(path).replace(/^\.?\//, '')}`;
  const fitting = exact.length > 0 ? exact : files.filter((file) => withSlashes(file.path).endsWith(end));
  const [first, second] = fitting;
  if (first && !second) return first;
  if (second) {
    const names = fitting.slice(0, 4).map(({ name }) => name);
    throw new Refusal(
      'several-files',
      `“${path}” fits ${fitting.length} files: ${names.join(', ')}.`,
      'Give more of the path.',
    );
  }
  throw new Refusal(
    'unknown-file',
    `The session did not touch “${path}”.`,
    '`clew files` lists what it touched.',
  );
}

/** Sessions of Windows part folders with backslashes; a person may write either. */
function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

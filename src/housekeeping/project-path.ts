// Finds the working directory that a session's project folder is named for: the slug itself cannot be decoded [F1].
import { basename, dirname } from 'node:path';
import { readLogFile } from '../disk/read-file.ts';
import { slugOf, wholeSlugOf } from '../disk/slug.ts';

/** Lines looked at before the first named directory has to do. */
const MAX_LINES = 2000;

/** The `cwd` that the folder is named for, else the first that any line names, else undefined. */
export async function projectPathOf(file: string): Promise<string | undefined> {
  const slug = basename(dirname(file));
  let first: string | undefined;
  let lines = 0;
  for await (const line of readLogFile(file)) {
    const cwd = line.kind === 'entry' ? line.value.cwd : undefined;
    if (typeof cwd === 'string' && cwd !== '') {
      if (slugOf(cwd) === slug || wholeSlugOf(cwd) === slug) return cwd;
      first ??= cwd;
    }
    if (++lines > MAX_LINES) break;
  }
  return first;
}

// Lists folders and looks at files without ever throwing: what vanished is nothing, what cannot be read is a problem.
//
// The system is asked without a promise for each question: it answers in microseconds, and a promise takes ten times as long.
import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { quoteName } from './quote-name.ts';
import { errorCode, isVanished } from './system-error.ts';

/** Something on disk that could not be listed or read; the rest of the result stands without it. */
export interface DiskProblem {
  readonly rule: 'F1' | 'F2' | 'F3';
  readonly severity: 'warning';
  readonly path: string;
  readonly message: string;
}

/** A regular file with what a stat tells of it; `modified` is in milliseconds since 1970. */
export interface FoundFile {
  readonly file: string;
  readonly bytes: number;
  readonly modified: number;
}

/** The folder's entries in order of name. */
export async function listFolder(folder: string, problems: DiskProblem[]): Promise<Dirent[]> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    noteProblem(folder, error, problems);
    return [];
  }
}

/** The file behind a path, links followed; undefined for anything but a regular file: a pipe would block whoever reads it. */
export async function lookAtFile(file: string, problems: DiskProblem[]): Promise<FoundFile | undefined> {
  try {
    const found = statSync(file);
    return found.isFile() ? { file, bytes: found.size, modified: found.mtimeMs } : undefined;
  } catch (error) {
    noteProblem(file, error, problems);
    return undefined;
  }
}

/**
 * All regular files below a folder. Links are not followed, nor is one in the folder's own place: nothing here may lead out
 * of it or in a circle.
 */
export async function walkFiles(folder: string, problems: DiskProblem[]): Promise<FoundFile[]> {
  if (await isLink(folder)) return [];
  const files: FoundFile[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const here: string[] = [];
    for (const entry of await listFolder(next, problems)) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) here.push(path);
    }
    for (const found of await mapLimited(here, (file) => lookAtFile(file, problems))) {
      if (found) files.push(found);
    }
  }
  return files.sort((a, b) => (a.file < b.file ? -1 : 1));
}

export async function isLink(path: string): Promise<boolean> {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Runs `work` over the items, some at a time: thousands of open requests at once only cost memory. */
export async function mapLimited<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  async function run(): Promise<void> {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at] as T);
    }
  }
  await Promise.all(Array.from({ length: Math.min(32, items.length) }, run));
  return results;
}

function noteProblem(path: string, error: unknown, problems: DiskProblem[]): void {
  const code = errorCode(error);
  if (code === undefined) throw error;
  if (isVanished(error)) return;
  const message = `${quoteName(path)} cannot be read (${code}).`;
  problems.push({ rule: 'F1', severity: 'warning', path, message });
}

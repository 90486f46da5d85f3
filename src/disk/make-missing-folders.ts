// Makes a folder and those above it, one after another.
//
// Not by Node's own way to do so: in a place where nothing can be made, such as below /proc, it asks again for ever.
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Returns the outermost folder that was made; throws what the system says. */
export function makeMissingFolders(folder: string, mode: number): string | undefined {
  const missing: string[] = [];
  for (let at = resolve(folder); !isThere(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  for (const one of missing.toReversed()) makeOne(one, mode);
  // What is there may be a file.
  if (missing.length === 0) makeOne(folder, mode);
  return missing.at(-1);
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!isFolder(folder)) throw error;
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

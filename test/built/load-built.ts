// Modules as they were built, for what only compiled code does: Node 20 runs no TypeScript in threads.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { built } from '../package/install-built.ts';

/** `Module` is the type of its source; `path` is its place in dist. */
export function loadBuilt<Module>(path: string): Promise<Module> {
  return import(pathToFileURL(join(built, path)).href);
}

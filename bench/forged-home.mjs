// Homes of any size for benchmarks: many forged sessions in one project, made once and kept in the temporary folder.
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forgeLargeSession } from '../dist/forge/forge-large.js';
import { forgedFolder } from './forged-folder.mjs';

const SESSION_BYTES = 2_500_000;

/** Sessions of 2.5 MB, as many as make up the bytes. */
export function forgedHome(bytes) {
  const files = Math.max(2, Math.round(bytes / SESSION_BYTES));
  const home = join(forgedFolder(), `home-${bytes}-${files}`);
  const project = join(home, 'projects', '-work');
  mkdirSync(project, { recursive: true });
  for (let n = 0; n < files; n++) {
    const file = join(project, `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000.jsonl`);
    if (existsSync(file)) continue;
    const handle = openSync(`${file}.part`, 'w');
    for (const chunk of forgeLargeSession({ seed: n, bytes: bytes / files })) writeSync(handle, chunk);
    closeSync(handle);
    renameSync(`${file}.part`, file);
  }
  return home;
}

/** The real sessions beside the repository, or those that CLEW_CORPUS names; undefined where there are none. */
export function corpusHome() {
  const home = process.env.CLEW_CORPUS ?? fileURLToPath(new URL('../../shared/corpus', import.meta.url));
  return existsSync(join(home, 'projects')) ? home : undefined;
}

/** Three sizes in bytes, to show how cost grows: `--quick` small ones, `--full` those of heavy users. */
export function homeSizes({ quick = false, full = false } = {}) {
  if (full) return [100e6, 1e9, 5e9];
  return quick ? [5e6, 10e6, 20e6] : [20e6, 60e6, 180e6];
}

export function nameOfSize(bytes) {
  return bytes >= 1e9 ? `${bytes / 1e9} GB` : `${Math.round(bytes / 1e6)} MB`;
}

// Keeps the results of earlier runs within bounds: what was not asked for in months goes, then the oldest above a size.
import { lstat, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

export interface CacheBounds {
  /** How long a result is kept after it was last used, in milliseconds. */
  readonly age: number;
  readonly bytes: number;
}

export const CACHE_BOUNDS: CacheBounds = { age: 90 * 86_400_000, bytes: 256_000_000 };

/** Returns how many results are gone. A loss costs one request in a later run: nothing else needs them. */
export async function pruneCache(
  folder: string,
  now: number,
  { age, bytes: most }: CacheBounds = CACHE_BOUNDS,
): Promise<number> {
  const results = (await listResults(folder)).sort((a, b) => b.used - a.used);
  let bytes = 0;
  let gone = 0;
  for (const { file, size, used } of results) {
    bytes += size;
    if (now - used <= age && bytes <= most) continue;
    await unlink(file).catch(() => undefined);
    gone++;
  }
  return gone;
}

interface Result {
  readonly file: string;
  readonly size: number;
  readonly used: number;
}

async function listResults(folder: string): Promise<Result[]> {
  const results: Result[] = [];
  for (const shelf of await readdir(folder).catch((): string[] => [])) {
    for (const name of await readdir(join(folder, shelf)).catch((): string[] => [])) {
      const file = join(folder, shelf, name);
      const found = await lstat(file).catch(() => undefined);
      if (found?.isFile()) results.push({ file, size: found.size, used: found.mtimeMs });
    }
  }
  return results;
}

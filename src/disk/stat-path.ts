// Looks at a path at once, for those who ask about thousands of known ones.
import { type Stats, statSync } from 'node:fs';

/** Links followed; undefined where nothing is there, where a link leads in a circle, or where it is closed to us. */
export function statPath(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

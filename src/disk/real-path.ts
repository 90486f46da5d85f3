// Follows links to where a path really leads.
import { realpathSync } from 'node:fs';

/** Undefined where it leads nowhere, or in a circle. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

// Runs a piece of a test as a user who owns nothing: root may read and write everything, so permissions would show nothing.
import type { TestContext } from 'vitest';

/** There are no users on Windows. */
export const hasUsers: boolean = process.getuid !== undefined;

/** Skips the test where the user cannot be changed, as in worker threads. */
export async function asNobody<T>(context: TestContext, work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  try {
    if (isRoot) process.seteuid?.(65534);
  } catch {
    context.skip();
  }
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

// Reads a small file that lies beside sessions, without ever waiting for it: a pipe in its place has no end, a device has too much of one.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A larger one is not the client's. */
const MAX_BYTES = 64 << 20;

/** The text of a regular file; undefined where there is none, where it is closed to us, or larger than any client writes. */
export async function readSideFile(file: string): Promise<string | undefined> {
  // Without the flag, opening a pipe waits for someone who writes into it; Windows has neither.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const handle = await open(file, flags).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const found = await handle.stat();
    return found.isFile() && found.size <= MAX_BYTES ? await handle.readFile('utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}

/** The JSON value in such a file; undefined where it is torn, too. */
export async function readSideJson(file: string): Promise<unknown> {
  const text = await readSideFile(file);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Keeps answers about very long sessions in clew's own data folder, each for one state of the session's files.
import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../disk/make-folder.ts';

/** Rises when a kept answer changes: its shape, or what it says of the same files. */
const SHAPE = 3;
const MOST_BYTES = 400_000_000;
const MOST_AGE_MS = 30 * 24 * 3_600_000;
/** What is being written is not swept away; what nobody finished is. */
const PART_AGE_MS = 3_600_000;
const HEAD_BYTES = 8192;

interface SnapshotHead {
  readonly shape: number;
  readonly fingerprint: string;
  /** The session's file: a snapshot does not outlive it. */
  readonly file: string;
}

export class Snapshots {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'answers');
  }

  /** Where an answer is or will be kept. */
  pathOf(file: string, name: string): string {
    const hash = createHash('sha256').update(`${file}\n${name}`).digest('hex');
    return join(this.#folder, `${hash.slice(0, 32)}.json`);
  }

  async has(path: string, fingerprint: string): Promise<boolean> {
    const head = await readHead(path);
    return head?.shape === SHAPE && head.fingerprint === fingerprint;
  }

  /** The JSON that was kept for this state of the files; undefined where there is none. */
  async read(path: string, fingerprint: string): Promise<string | undefined> {
    // Swept away between the two looks, it is worked out again.
    return (await this.has(path, fingerprint)) ? readSnapshot(path).catch(() => undefined) : undefined;
  }

  /** Lets go of what is old, of another shape, of sessions that are gone, and the oldest of what is too much. */
  async sweep(now: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const kept: { path: string; bytes: number; modified: number }[] = [];
    for (const name of names) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => undefined);
      if (!found) continue;
      if (!name.endsWith('.json')) {
        if (now - found.mtimeMs > PART_AGE_MS) await rm(path, { force: true });
        continue;
      }
      const head = await readHead(path);
      const isFresh = head?.shape === SHAPE && now - found.mtimeMs < MOST_AGE_MS;
      if (isFresh && (await exists(head.file)))
        kept.push({ path, bytes: found.size, modified: found.mtimeMs });
      else await rm(path, { force: true });
    }
    kept.sort((a, b) => b.modified - a.modified);
    let bytes = 0;
    for (const one of kept) {
      bytes += one.bytes;
      if (bytes > MOST_BYTES) await rm(one.path, { force: true });
    }
  }
}

/** Writes an answer so that a reader sees the old one or the new one, never half of it. */
export async function writeSnapshot(
  path: string,
  { fingerprint, file }: Omit<SnapshotHead, 'shape'>,
  json: string,
): Promise<void> {
  await makeFolder(join(path, '..'));
  const part = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(part, `${JSON.stringify({ shape: SHAPE, fingerprint, file })}\n${json}`, { mode: 0o600 });
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}

export async function readSnapshot(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  return text.slice(text.indexOf('\n') + 1);
}

async function readHead(path: string): Promise<SnapshotHead | undefined> {
  const handle = await open(path).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const text = buffer.toString('utf8', 0, bytesRead);
    return JSON.parse(text.slice(0, text.indexOf('\n'))) as SnapshotHead;
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

// A home for tests with two sessions that have everything a session can leave behind, and a picture of it to compare.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { findSessions } from '../disk/find-sessions.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { ERAS, type Era } from '../forge/eras.ts';
import { type ForgedSession, fileBytes, forgeSession } from '../forge/forge-session.ts';
import { findReceipt, undoReceipt } from './undo-receipt.ts';

export interface FurnishedHome {
  readonly root: string;
  readonly home: string;
  readonly dataDir: string;
  readonly sessionId: string;
  readonly otherId: string;
  readonly cwd: string;
  readonly slug: string;
  readonly now: () => Date;
  readonly find: (sessionId?: string) => Promise<SessionFile>;
  readonly undo: (receipt: string | undefined, force?: boolean) => Promise<void>;
}

/** A home of its own for each test of a file: what it returns is filled before the test, and gone after it. */
export function homeForEachTest(): FurnishedHome {
  const house = {} as FurnishedHome;
  beforeEach(() => {
    Object.assign(house, furnishHome());
  });
  afterEach(() => rmSync(house.root, { recursive: true }));
  return house;
}

export function furnishHome(eraVersion = '2.1.200'): FurnishedHome {
  // Every write is synced to the disk: in memory that costs nothing.
  const root = realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'clew-house-')));
  const home = join(root, 'home');
  const era = ERAS.find(({ version }) => version === eraVersion) ?? (ERAS.at(-1) as Era);
  const cwd = '/home/dev/work/harbor';
  const slug = '-home-dev-work-harbor';
  const [first, second] = forgeTwo(era, cwd);
  const put = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  for (const { files } of [first, second]) for (const file of files) put(file.path, fileBytes(file));
  const ids = [first.sessionId, second.sessionId];
  for (const id of ids) {
    put(`file-history/${id}/0123456789abcdef@v1`, 'the old file\n');
    put(`todos/${id}-agent-${id}.json`, '[]');
    put(`tasks/${id}/1.json`, '{"subject":"x"}');
    put(`session-env/${id}/env.sh`, 'export A=1\n');
    put(`debug/${id}.txt`, 'debug\n');
    put(`projects/${slug}/${id}/tool-results/big.txt`, 'a large output\n');
    mkdirSync(join(home, 'projects', slug, id, 'empty-folder'), { recursive: true });
  }
  put('settings.json', '{}');
  put('shell-snapshots/snapshot-1.sh', 'alias a=b\n');
  put(`projects/${slug}/memory/MEMORY.md`, 'remember\n');
  const history = [ids[1], ids[0], ids[1], ids[0], undefined].map((sessionId, i) =>
    JSON.stringify({ display: `prompt ${i} ✓`, project: cwd, ...(sessionId ? { sessionId } : {}) }),
  );
  put('history.jsonl', `${history.join('\n')}\n`);
  const entries = ids.map((sessionId) => ({
    sessionId,
    fullPath: join(home, 'projects', slug, `${sessionId}.jsonl`),
    projectPath: cwd,
  }));
  put(`projects/${slug}/sessions-index.json`, JSON.stringify({ version: 1, entries }, null, 2));
  const old = new Date('2026-01-01T00:00:00Z');
  for (const name of Object.keys(pictureOf(home)))
    if (!name.endsWith('/')) utimesSync(join(home, name), old, old);
  const dataDir = join(root, 'data');
  return {
    root,
    home,
    dataDir,
    sessionId: first.sessionId,
    otherId: second.sessionId,
    cwd,
    slug,
    now: () => new Date('2026-03-04T12:00:00Z'),
    find: async (sessionId = first.sessionId) => {
      const { sessions } = await findSessions([home]);
      const found = sessions.find((one) => one.sessionId === sessionId);
      if (!found) throw new Error(`${sessionId} is not there`);
      return found;
    },
    undo: async (id = '', force = false) => {
      const receipt = await findReceipt(id, dataDir);
      if (!receipt) throw new Error(`no receipt ${id}`);
      await undoReceipt(receipt, { dataDir, force });
    },
  };
}

const forged = new Map<string, readonly [ForgedSession, ForgedSession]>();

// Forging costs more than all the rest, and the same seeds forge the same.
function forgeTwo(era: Era, cwd: string): readonly [ForgedSession, ForgedSession] {
  const forge = (seed: number) =>
    forgeSession({ seed, era, cwd, turns: 2, shape: ['agent', 'large-result', 'signed-thinking'] });
  const two = forged.get(era.version) ?? [forge(3), forge(4)];
  forged.set(era.version, two);
  return two;
}

/** Every file with the hash of its bytes, every folder with a slash. */
export function pictureOf(folder: string): Record<string, string> {
  const picture: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (entry.isDirectory()) picture[`${name}/`] = '';
    else picture[name] = createHash('sha256').update(readFileSync(path)).digest('hex');
  }
  return picture;
}

// Puts a session file into a home of its own and opens it there, so that it can be cloned without touching the source.
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Selection, selectSession } from '../../src/disk/select-session.ts';
import type { CloneOptions } from '../../src/load/clone-session.ts';
import { type OpenSession, openSession } from '../../src/load/open-session.ts';

export interface OpenCopy {
  readonly open: OpenSession;
  readonly selection: Selection;
  /** What every clone is made with. */
  readonly surroundings: Pick<CloneOptions, 'dataDir' | 'now' | 'newUuid'>;
}

/** The home is made below `folder`. */
export async function openCopy(source: string, folder: string): Promise<OpenCopy> {
  const home = join(folder, randomUUID());
  const project = join(home, 'projects', '-lab');
  mkdirSync(project, { recursive: true });
  const copy = join(project, basename(source));
  copyFileSync(source, copy);
  const machine = { env: {}, homeDirectory: home, workingDirectory: home, platform: 'linux' };
  const selection = await selectSession(copy, { homes: [home], machine });
  return {
    open: await openSession(selection),
    selection,
    surroundings: { dataDir: join(home, 'data'), now: () => new Date(), newUuid: randomUUID },
  };
}

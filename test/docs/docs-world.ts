// The world in which the docs' commands run: a person's home with demo sessions in it, a data folder, a working folder.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClewRun, runClew } from '../cli/run-clew.ts';

export interface World {
  readonly folder: string;
  run(words: readonly string[]): Promise<ClewRun>;
}

const folders: string[] = [];

export function removeWorlds(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export async function makeWorld(): Promise<World> {
  const world = openWorld(makeFolder());
  const { code, err } = await world.run(['demo', join(world.folder, '.claude')]);
  if (code !== 0) throw new Error(err);
  // So that the copies need not read everything again.
  await world.run(['sync']);
  return world;
}

/** For commands that change something. */
export function copyWorld({ folder }: World): World {
  const copy = makeFolder();
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  return openWorld(copy);
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clew-docs-'));
  folders.push(folder);
  mkdirSync(join(folder, 'here'));
  return folder;
}

function openWorld(folder: string): World {
  return {
    folder,
    run: (words) =>
      runClew(words, {
        env: { CLEW_DATA_DIR: join(folder, 'data'), TZ: 'UTC', PAGER: 'cat' },
        homeDirectory: folder,
        cwd: join(folder, 'here'),
        terminal: true,
        columns: 100,
        // What would follow for ever is stopped as by Ctrl-C.
        stop: AbortSignal.timeout(300),
      }),
  };
}

// The world in which the docs' commands run: a person's home with demo sessions in it, a data folder, a working folder.
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { joinBytes } from '../../src/base/bytes.ts';
import { demoHome } from '../../src/forge/demo-home.ts';
import { type ClewRun, runClew } from '../cli/run-clew.ts';

export interface World {
  readonly folder: string;
  run(words: readonly string[]): Promise<ClewRun>;
}

const NOW = new Date('2026-03-04T12:00:00Z');
const folders: string[] = [];

export function removeWorlds(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export async function makeWorld(): Promise<World> {
  const world = openWorld(makeFolder());
  // As `clew demo` writes them, but without waiting for the disk after each.
  for (const { path, chunks, modified } of demoHome({ now: NOW.getTime() })) {
    const file = join(world.folder, '.claude', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, joinBytes([...chunks]));
    if (modified !== undefined) utimesSync(file, modified / 1000, modified / 1000);
  }
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
        now: () => NOW,
        terminal: true,
        columns: 100,
        // What would follow for ever is stopped as by Ctrl-C.
        stop: AbortSignal.timeout(300),
      }),
  };
}

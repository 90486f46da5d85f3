// Homes for the browser tests, written to a scratch folder: the demo home, or a few lines of a session.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { demoHome } from '../../src/forge/demo-home.ts';

export interface ScratchHome {
  readonly path: string;
  remove(): void;
}

export function emptyHome(): ScratchHome {
  const path = mkdtempSync(join(tmpdir(), 'clew-home-'));
  mkdirSync(join(path, 'projects'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function writeDemoHome(): ScratchHome {
  const home = emptyHome();
  for (const { path, chunks, modified } of demoHome({ seed: 'browser', now: Date.now() - 3_600_000 })) {
    const file = join(home.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.concat([...chunks]));
    if (modified !== undefined) utimesSync(file, modified / 1000, modified / 1000);
  }
  return home;
}

/** Writes a session of given entries; returns its file. */
export function writeSession(home: ScratchHome, sessionId: string, entries: readonly object[]): string {
  const file = join(home.path, 'projects', '-scratch-work', `${sessionId}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return file;
}

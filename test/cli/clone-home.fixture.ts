// A home with two made-up sessions to clone: one with a fork and images, one that was compacted.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { ERAS, type Era } from '../../src/forge/eras.ts';
import { type ForgedSession, fileBytes, forgeSession } from '../../src/forge/forge-session.ts';
import { runClew } from './run-clew.ts';

export interface CloneHome {
  readonly home: string;
  /** The file of `session`. */
  readonly source: string;
  readonly session: ForgedSession;
  readonly compacted: ForgedSession;
  readonly run: typeof runClew;
}

/** Made when called, and removed after the file's tests. */
export function makeCloneHome(): CloneHome {
  const folder = mkdtempSync(join(tmpdir(), 'clew-cli-clone-'));
  const home = join(folder, 'home');
  const era = ERAS.at(-1) as Era;
  const session = forgeSession({ seed: 21, era, shape: ['parallel-tools', 'fork', 'images'] });
  const compacted = forgeSession({ seed: 22, era, shape: ['compaction'] });
  for (const file of [...session.files, ...compacted.files]) {
    mkdirSync(dirname(join(home, file.path)), { recursive: true });
    writeFileSync(join(home, file.path), fileBytes(file));
  }
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const source = join(home, session.files[0]?.path ?? '');
  const run: CloneHome['run'] = (words, more = {}) =>
    runClew(words, {
      env: { CLEW_DATA_DIR: join(folder, 'data') },
      homeDirectory: folder,
      cwd: folder,
      ...more,
    });
  return { home, source, session, compacted, run };
}

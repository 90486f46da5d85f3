// Where forged files are kept from one run to the next: a folder for each state of the forge, so that no figure is of what an older one made.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FORGE = fileURLToPath(new URL('../dist/forge', import.meta.url));
const ALL = join(tmpdir(), 'clew-bench');
const PREFIX = 'forged-by-';

let folder;

/** What older states of the forge have made is removed: it may be gigabytes. */
export function forgedFolder() {
  if (folder !== undefined) return folder;
  const name = PREFIX + nameOfForge();
  mkdirSync(ALL, { recursive: true });
  for (const other of readdirSync(ALL))
    if (other.startsWith(PREFIX) && other !== name)
      rmSync(join(ALL, other), { recursive: true, force: true });
  folder = join(ALL, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function nameOfForge() {
  const hash = createHash('sha256');
  const scripts = readdirSync(FORGE, { recursive: true }).filter((name) => name.endsWith('.js'));
  for (const name of scripts.sort()) hash.update(name).update(readFileSync(join(FORGE, name)));
  return hash.digest('hex').slice(0, 12);
}

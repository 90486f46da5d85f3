// Clears away what killed runs left where clew is about to write: temporary files beside a session and in clew's own folders.
import { basename, dirname, join } from 'node:path';
import { UUID } from '../base/uuid.ts';
import { listFolder } from '../disk/list-folder.ts';
import { type Leftover, sweepTemporary } from '../disk/sweep-temporary.ts';

/** `file` is a session's main file. A sweep never fails: what cannot be removed is in nobody's way. */
export async function sweepLeftovers(file: string, dataDir: string, now: Date): Promise<Leftover[]> {
  const folders = [
    ...(await projectFolders(dirname(file))),
    join(dataDir, 'lineage'),
    join(dataDir, 'backups'),
  ];
  const gone: Leftover[] = [];
  for (const folder of folders) gone.push(...(await sweepTemporary(folder, now)));
  return gone;
}

// A clone's agents are written before its own file: a folder without one is where a killed clone stopped.
async function projectFolders(project: string): Promise<string[]> {
  const entries = await listFolder(project, []);
  const sessions = new Set(
    entries.filter((entry) => entry.isFile()).map(({ name }) => basename(name, '.jsonl')),
  );
  const folders = [project];
  const waiting = entries
    .filter((entry) => entry.isDirectory() && UUID.test(entry.name) && !sessions.has(entry.name))
    .map(({ name }) => join(project, name));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    folders.push(next);
    for (const entry of await listFolder(next, []))
      if (entry.isDirectory()) waiting.push(join(next, entry.name));
  }
  return folders;
}

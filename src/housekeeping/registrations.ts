// The clients that have a session open, as they register themselves: `<home>/sessions/<pid>.json` (seen from 2.1.325 on).
import { join } from 'node:path';
import { isObject, numberField } from '../base/json.ts';
import { listFolder } from '../disk/list-folder.ts';
import { readSideJson } from '../disk/read-side-file.ts';

export interface Registration {
  readonly file: string;
  readonly pid: number;
  /** Whether the process is there; one that was killed leaves its file behind. */
  readonly running: boolean;
}

export async function findRegistrations(home: string, sessionId: string): Promise<Registration[]> {
  const found: Registration[] = [];
  for (const { name } of await listFolder(join(home, 'sessions'), [])) {
    if (!/^\d+\.json$/.test(name)) continue;
    const file = join(home, 'sessions', name);
    const value = await readSideJson(file);
    if (!isObject(value) || value.sessionId !== sessionId) continue;
    const pid = numberField(value, 'pid') ?? Number.parseInt(name, 10);
    found.push({ file, pid, running: isRunning(pid) });
  }
  return found;
}

export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

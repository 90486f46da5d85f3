// Says where clew keeps its own files: the catalog, lineage records and backups.
import { posix, win32 } from 'node:path';
import { type Machine, resolvePath } from './machine.ts';

/** `$CLEW_DATA_DIR`, or the platform's folder for application data. It need not exist yet. */
export function dataDir(machine: Machine): string {
  const { env, homeDirectory, platform } = machine;
  if (env.CLEW_DATA_DIR) return resolvePath(env.CLEW_DATA_DIR, machine);
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(homeDirectory, 'AppData', 'Local'), 'clew');
  }
  if (platform === 'darwin') return posix.join(homeDirectory, 'Library', 'Application Support', 'clew');
  // The XDG specification tells programs to ignore a relative value.
  const data = env.XDG_DATA_HOME;
  return posix.join(data?.startsWith('/') ? data : posix.join(homeDirectory, '.local', 'share'), 'clew');
}

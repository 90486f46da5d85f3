// What the disk layer may know of the machine it runs on; everything below takes it as a value, so tests need no process state.
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** The machine that paths are meant for. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  readonly workingDirectory: string;
  readonly platform: string;
}

/** The machine this process runs on: the one place of the disk layer that reads process state. */
export function thisMachine(): Machine {
  return {
    env: process.env,
    homeDirectory: homedir(),
    workingDirectory: process.cwd(),
    platform: process.platform,
  };
}

/** An absolute path of what a person typed; `~` is opened here because shells leave it alone behind `=` and commas. */
export function resolvePath(path: string, machine: Machine): string {
  if (path === '~') return machine.homeDirectory;
  if (/^~[/\\]/.test(path)) return join(machine.homeDirectory, path.slice(2));
  return isAbsolute(path) ? resolve(path) : resolve(machine.workingDirectory, path);
}

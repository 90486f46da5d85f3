// The machine as the disk layer sees it, from a command's context.
import type { Machine } from '../disk/machine.ts';
import type { CliContext } from './context.ts';

export function machineOf({ env, homeDirectory, cwd }: CliContext): Machine {
  return { env, homeDirectory, workingDirectory: cwd, platform: process.platform };
}

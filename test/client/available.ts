// Says whether the lab can work here: a network namespace, the programs it needs, and clients to run.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { newestVersion } from './install.ts';
import { unshareCommand } from './namespace.ts';

const run = promisify(execFile);

/** Undefined when all is there, else the reason, for a test to skip with. */
export async function whyNotAvailable(): Promise<string | undefined> {
  const [unshare, ...flags] = unshareCommand();
  const checks: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['the lab needs Linux', async () => process.platform === 'linux' || Promise.reject()],
    [
      'no network namespace can be made here',
      () => run(unshare, [...flags, 'ip', 'link', 'set', 'lo', 'up']),
    ],
    ['tmux is not installed', () => run('tmux', ['-V'])],
    ['the npm registry cannot be reached', newestVersion],
  ];
  for (const [reason, check] of checks) {
    const held = await check().then(
      () => true,
      () => false,
    );
    if (!held) return reason;
  }
  return undefined;
}

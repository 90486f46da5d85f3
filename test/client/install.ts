// Installs published versions of the Claude Code client into a cache outside the repository.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compareVersions } from '../../src/base/compare-versions.ts';

const run = promisify(execFile);
const PACKAGE = '@anthropic-ai/claude-code';

export interface Client {
  readonly version: string;
  /** Program and leading arguments: `node cli.js`, or the native binary of newer versions. */
  readonly command: readonly [string, ...string[]];
}

/** The folder for clients and produced sessions; CLEW_CLIENT_CACHE moves it. */
export function cacheFolder(): string {
  return process.env.CLEW_CLIENT_CACHE ?? join(homedir(), '.cache', 'clew-client-lab');
}

/** The client of that version, installed first when the cache has it not. Install scripts never run. */
export async function installClient(version: string): Promise<Client> {
  const folder = join(cacheFolder(), version);
  if (!existsSync(join(folder, 'node_modules', '@anthropic-ai', 'claude-code', 'package.json'))) {
    // A folder of its own and a rename, so that an install cut short is never taken for a client.
    const fresh = `${folder}.${process.pid}`;
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { recursive: true });
    await writeFile(join(fresh, 'package.json'), '{"private":true}');
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', ...flags, `${PACKAGE}@${version}`], { cwd: fresh });
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  }
  return { version, command: commandIn(folder) };
}

/** The newest version on the registry. */
export async function newestVersion(): Promise<string> {
  return (await npmView('version')) as string;
}

/**
 * The highest version among those published up to the end of that day (YYYY-MM-DD). Highest, not latest:
 * registries that mirror give some old versions late dates (seen: 1.0.60 dated a year after its release).
 */
export async function versionByDate(date: string): Promise<string> {
  const times = (await npmView('time')) as Record<string, string>;
  const versions = Object.keys(times).filter(
    (name) => /^\d+\.\d+\.\d+$/.test(name) && (times[name] ?? '').slice(0, 10) <= date,
  );
  const highest = versions.sort(compareVersions).at(-1);
  if (highest === undefined) throw new Error(`no version of ${PACKAGE} was published by ${date}`);
  return highest;
}

async function npmView(field: string): Promise<unknown> {
  const { stdout } = await run('npm', ['view', PACKAGE, field, '--json', '--loglevel=error']);
  return JSON.parse(stdout);
}

function commandIn(folder: string): readonly [string, ...string[]] {
  const scope = join(folder, 'node_modules', '@anthropic-ai');
  const native = join(scope, `claude-code-${process.platform}-${process.arch}`, 'claude');
  if (existsSync(native)) return [native];
  return [process.execPath, join(scope, 'claude-code', 'cli.js')];
}

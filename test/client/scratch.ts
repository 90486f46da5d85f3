// A throw-away home and project for one client, and the environment that keeps it there.
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoggedRequest } from './api-script.ts';

const KEY = 'made-up-key-for-loopback-only';

export interface Scratch {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  /** Where the client keeps the project's sessions. */
  readonly sessions: string;
  /** The file the fake API writes its requests to. */
  readonly log: string;
}

/** Makes the folders and marks the first run as done, so that no welcome, trust or key question comes. */
export async function makeScratch(): Promise<Scratch> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'clew-')));
  const home = join(root, 'h');
  const project = join(root, 'p');
  const sessions = join(home, '.claude', 'projects', project.replace(/[^A-Za-z0-9-]/g, '-'));
  await mkdir(sessions, { recursive: true });
  await mkdir(project);
  await writeFile(join(home, '.claude.json'), JSON.stringify(settingsAfterFirstRun(project)));
  return { root, home, project, sessions, log: join(root, 'requests.jsonl') };
}

export async function removeScratch(scratch: Scratch): Promise<void> {
  // Retries: a client that was killed a moment ago may still be writing its last file.
  await rm(scratch.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Everything the client sees of this machine: nothing is passed on but PATH. */
export function clientEnvironment(scratch: Scratch, port: number): Record<string, string> {
  return {
    HOME: scratch.home,
    PATH: process.env.PATH ?? '',
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    TMPDIR: scratch.root,
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
  };
}

/** The requests the API has seen so far. */
export async function readRequests(scratch: Scratch): Promise<readonly LoggedRequest[]> {
  const text = await readFile(scratch.log, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LoggedRequest);
}

/** The session files (not those of agents) of the scratch project, in order of their names. */
export async function listSessionFiles(scratch: Scratch): Promise<readonly string[]> {
  const names = await readdir(scratch.sessions).catch(() => [] as string[]);
  const sessions = names.filter((name) => name.endsWith('.jsonl') && !name.startsWith('agent-'));
  return sessions.sort().map((name) => join(scratch.sessions, name));
}

function settingsAfterFirstRun(project: string): object {
  return {
    hasCompletedOnboarding: true,
    theme: 'dark',
    numStartups: 5,
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: {
      [project]: { hasTrustDialogAccepted: true, allowedTools: [], hasCompletedProjectOnboarding: true },
    },
  };
}

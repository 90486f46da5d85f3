// A forged home on disk and a server over it without sockets, for tests of routes.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Hono } from 'hono';
import { ERAS } from '../../src/forge/eras.ts';
import type { Feature } from '../../src/forge/features.ts';
import { type ForgedSession, fileBytes, forgeSession } from '../../src/forge/forge-session.ts';
import { createApp } from '../../src/server/create-app.ts';
import { type OpenedContext, openContext } from '../../src/server/open-context.ts';

export const TOKEN = 'token-of-this-start';
export const PORT = 4664;

export interface TestServer {
  readonly home: string;
  readonly dataDir: string;
  readonly app: Hono;
  readonly opened: OpenedContext;
  /** GET, parsed; the status must be 200 unless another is wanted. */
  get<T>(path: string, status?: number): Promise<T>;
  send<T>(method: string, path: string, body?: unknown, status?: number): Promise<T>;
  close(): Promise<void>;
}

export interface Planted {
  readonly home: string;
  readonly sessions: readonly ForgedSession[];
}

const folders: string[] = [];

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clew-server-'));
  folders.push(folder);
  return folder;
}

/** Sessions of the newest era, one for each shape; `spoil` may change the bytes of the main files. */
export function plantHome(
  shapes: readonly (readonly Feature[])[],
  spoil: (bytes: Uint8Array, n: number) => Uint8Array = (bytes) => bytes,
): Planted {
  const home = join(makeFolder(), 'home');
  mkdirSync(join(home, 'projects'), { recursive: true });
  const sessions = shapes.map((shape, n) => {
    const era = ERAS.at(-1);
    const session = forgeSession({ seed: `server ${n}`, shape, ...(era ? { era } : {}) });
    for (const [at, file] of session.files.entries()) {
      const path = join(home, file.path);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, at === 0 ? spoil(fileBytes(file), n) : fileBytes(file));
      utimesSync(path, session.endedAt / 1000, session.endedAt / 1000);
    }
    return session;
  });
  return { home, sessions };
}

export async function serveHome(
  home: string,
  {
    dataDir = join(makeFolder(), 'data'),
    ...options
  }: { readonly catalog?: boolean; readonly now?: () => number; readonly dataDir?: string } = {},
): Promise<TestServer> {
  const opened = await openContext({ homes: [home], dataDir, ...options, catalog: options.catalog === true });
  const bugs: string[] = [];
  const app = createApp({
    context: opened.context,
    token: TOKEN,
    port: () => PORT,
    webFolder: join(home, 'no-web'),
    report: (text) => bugs.push(text),
  });
  const send = async <T>(method: string, path: string, body?: unknown, status = 200): Promise<T> => {
    const response = await app.request(`http://127.0.0.1:${PORT}${path}`, {
      method,
      headers: {
        'x-clew-token': TOKEN,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== status)
      throw new Error(`${method} ${path}: ${response.status} ${text}\n${bugs.join('\n')}`);
    return JSON.parse(text) as T;
  };
  return {
    home,
    dataDir,
    app,
    opened,
    send,
    get: (path, status) => send('GET', path, undefined, status),
    close: () => opened.close(),
  };
}

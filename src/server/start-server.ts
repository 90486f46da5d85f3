// Starts the server on this machine's loopback: the wanted port or the next free one, and an orderly end.
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { Refusal } from '../base/refusal.ts';
import { errorCode } from '../disk/system-error.ts';
import { createApp } from './create-app.ts';
import { HEADERS } from './guard.ts';
import { type OpenOptions, openContext } from './open-context.ts';
import { trimMemory } from './trim-memory.ts';

/** Which homes to serve, and on which port. */
export interface ServeOptions extends OpenOptions {
  /** 0 takes any free one; by default 4664, and where that is taken the next free one. */
  readonly port?: number;
  /** Only exactly this port: refused where it is taken. */
  readonly strictPort?: boolean;
  readonly webFolder?: string;
  readonly report: (text: string) => void;
}

/** A server that listens, and how to stop it. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** Ends streams and connections, and closes what was opened. */
  stop(): Promise<void>;
}

/** The port that is tried first. */
export const DEFAULT_PORT = 4664;
const TRIES = 20;
const HOST = '127.0.0.1';

/** Starts the server on this machine’s loopback. */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const token = randomBytes(24).toString('base64url');
  const opened = await openContext(options);
  let port = 0;
  const app = createApp({
    context: opened.context,
    token,
    port: () => port,
    webFolder: options.webFolder ?? fileURLToPath(new URL('../web', import.meta.url)),
    report: options.report,
  });
  const listener = getRequestListener(app.fetch);
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16_384 },
    (request, response) => {
      if (!climbs(request.url ?? '')) return listener(request, response);
      const error = { code: 'bad-address', message: 'Two dots in an address are not followed.' };
      response.writeHead(400, { ...HEADERS, 'content-type': 'application/json; charset=utf-8' });
      return void response.end(JSON.stringify({ error }));
    },
  );
  // A session page keeps a few connections; nobody needs hundreds.
  server.maxConnections = 256;
  try {
    port = await listen(server, options);
  } catch (error) {
    await opened.close();
    throw error;
  }
  opened.watch();
  const { activity } = opened.context;
  const stopTrimming = trimMemory(() => activity.quietFor(QUIET_MS));
  return {
    url: `http://${HOST}:${port}/`,
    port,
    token,
    stop: async () => {
      stopTrimming();
      opened.context.hub.close();
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
      await closed;
      await opened.close();
    },
  };
}

const GRACE_MS = 1500;
/** Nobody has asked for so long. */
const QUIET_MS = 2000;

// Before anyone takes them out: `/api/../x` would silently become another address, and none of ours has such a part.
function climbs(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){2}(?:$|[/\\]|%2f|%5c|%00)/i.test(path);
}

async function listen(
  server: Server,
  { port = DEFAULT_PORT, strictPort = false }: ServeOptions,
): Promise<number> {
  for (let at = port; ; at++) {
    try {
      return await listenAt(server, at);
    } catch (error) {
      const code = errorCode(error);
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
      if (!strictPort && at < port + TRIES && at < 65_535) continue;
      throw portRefusal(code, port, at);
    }
  }
}

// A port that the system keeps for itself is not taken: nothing that could be stopped is behind it.
function portRefusal(code: 'EADDRINUSE' | 'EACCES', first: number, last: number): Refusal {
  const another = 'Give another one with --port, or 0 for any.';
  if (first < last) {
    return new Refusal('port-taken', `None of the ports ${first} to ${last} could be opened.`, another);
  }
  return code === 'EACCES'
    ? new Refusal('port-kept', `This system does not let you open port ${last}.`, another)
    : new Refusal('port-taken', `Port ${last} is taken by another program.`, another);
}

function listenAt(server: Server, port: number): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen({ host: HOST, port }, () => {
      server.off('error', fail);
      const address = server.address();
      done(typeof address === 'object' && address ? address.port : port);
    });
  });
}

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveEvent, SessionHead, SessionsAnswer } from '../../src/server/api.ts';
import { type RunningServer, startServer } from '../../src/server/start-server.ts';
import { makeFolder, type Planted, plantHome, removeFolders } from './home.fixture.ts';

let planted: Planted;
let server: RunningServer;

function makeWeb(): string {
  const folder = makeFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head><title>t</title></head></html>');
  writeFileSync(join(folder, 'assets', 'main-a1b2c3d4.js'), 'console.log("own")');
  writeFileSync(join(folder, 'secret.key'), 'not on the list');
  return folder;
}

beforeAll(async () => {
  planted = plantHome([['parallel-tools'], ['todos']]);
  server = await startServer({
    homes: [planted.home],
    dataDir: join(makeFolder(), 'data'),
    port: 0,
    catalog: false,
    webFolder: makeWeb(),
    report: (text) => {
      throw new Error(text);
    },
  });
});
afterAll(async () => {
  await server.stop();
  removeFolders();
});

/** Sends bytes as they are, which no client library would. */
function raw(lines: readonly string[], port: number = server.port): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    socket.on('close', () => done(text));
    socket.on('error', fail);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const get = (path: string, ...headers: readonly string[]) =>
  raw([`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, 'Connection: close', ...headers]);

test('it listens on the loopback only, and says where', () => {
  expect(server.url).toBe(`http://127.0.0.1:${server.port}/`);
});

test('a foreign or missing Host, and a foreign Origin, are refused', async () => {
  const ask = (host: string) =>
    raw(['GET /api/sessions HTTP/1.1', host, 'Connection: close'].filter(Boolean));
  expect(statusOf(await ask(`Host: evil.example:${server.port}`))).toBe(421);
  expect(statusOf(await ask('Host: 127.0.0.1'))).toBe(421);
  expect(statusOf(await ask(''))).toBe(400);
  expect(statusOf(await raw(['GET /api/sessions HTTP/1.0']))).toBe(400);
  expect(statusOf(await get('/api/sessions', 'Origin: http://evil.example'))).toBe(403);
  expect(statusOf(await get('/api/sessions', `Origin: http://127.0.0.1:${server.port}`))).toBe(200);
});

test('writing without the token is refused', async () => {
  const key = planted.sessions[0]?.sessionId;
  const answer = await raw([
    `POST /api/sessions/${key}/cut HTTP/1.1`,
    `Host: 127.0.0.1:${server.port}`,
    'Connection: close',
    'Content-Type: application/json',
    'Content-Length: 2',
    '',
    '{}',
  ]);
  expect(statusOf(answer)).toBe(403);
  expect(answer).toContain('no-token');
});

test('two dots in the path are refused: raw, encoded, encoded twice, with backslashes', async () => {
  const key = planted.sessions[0]?.sessionId;
  const ups = [
    '..',
    '../..',
    '%2e%2e',
    '%2E%2e/%2e%2e',
    '..%2f..%2f..%2fetc%2fpasswd',
    '..%5c..%5cx',
    '..\\..\\x',
    '..%00',
    '%252e%252e%252fx',
    '.%2e/.%2e',
  ];
  const places = [
    (up: string) => `/${up}`,
    (up: string) => `/${up}/etc/passwd`,
    (up: string) => `/assets/${up}/secret.key`,
    (up: string) => `/api/sessions/${up}`,
    (up: string) => `/api/sessions/${up}/rows`,
    (up: string) => `/api/sessions/${key}/rows/${up}`,
    (up: string) => `/api/sessions/${key}/entries/${up}`,
  ];
  for (const place of places) {
    for (const up of ups) {
      const answer = await get(place(up));
      expect([place(up), statusOf(answer) >= 400 && statusOf(answer) < 500]).toEqual([place(up), true]);
      expect(answer.toLowerCase()).toContain('\r\ncontent-security-policy: default-src');
    }
  }
});

test('only files that were built are served; those with a hash in their name may be kept for ever', async () => {
  const script = await get('/assets/main-a1b2c3d4.js');
  expect([statusOf(script), script.includes('immutable'), script.includes('console.log')]).toEqual([
    200,
    true,
    true,
  ]);
  expect(statusOf(await get('/secret.key'))).toBe(404);
  expect(await get('/')).toContain(`content="${server.token}"`);
});

test('a port that is taken gives way to the next one, unless it was asked for', async () => {
  const taken = createServer();
  const port = await new Promise<number>((done) =>
    taken.listen(0, '127.0.0.1', () => done((taken.address() as { port: number }).port)),
  );
  const options = {
    homes: [],
    dataDir: join(makeFolder(), 'data'),
    port,
    catalog: false,
    report: () => undefined,
  };
  const other = await startServer(options);
  expect(other.port).toBeGreaterThan(port);
  const about = await raw(
    ['GET /api/sessions HTTP/1.1', `Host: 127.0.0.1:${other.port}`, 'Connection: close'],
    other.port,
  );
  expect(statusOf(about)).toBe(200);
  await other.stop();
  await expect(startServer({ ...options, strictPort: true })).rejects.toMatchObject({
    code: 'port-taken',
    message: `Port ${port} is taken by another program.`,
  });
  taken.close();
});

// A root user may open any port, and some systems let everyone: then there is nothing to refuse.
test('a port that the system keeps for itself is not called taken', async () => {
  const options = { homes: [], dataDir: join(makeFolder(), 'data'), catalog: false, report: () => undefined };
  const refused = await startServer({ ...options, port: 1, strictPort: true }).then(
    (other) => other.stop(),
    (error: Error) => error,
  );
  if (!refused) return;
  expect(refused).toMatchObject({
    code: 'port-kept',
    message: 'This system does not let you open port 1.',
  });
});

test('a session that grows is told to whoever listens, with the rows that are new', async () => {
  const session = planted.sessions[1];
  const file = join(planted.home, session?.files[0]?.path ?? '');
  const url = `http://127.0.0.1:${server.port}`;
  const list = (await (await fetch(`${url}/api/sessions`)).json()) as SessionsAnswer;
  expect(list.total).toBe(2);
  const before = (await (await fetch(`${url}/api/sessions/${session?.sessionId}/rows`)).json()) as {
    total: number;
  };
  const head = (await (await fetch(`${url}/api/sessions/${session?.sessionId}`)).json()) as SessionHead;
  const parentUuid = head.branchList.find(({ active }) => active)?.leaf;
  const stop = new AbortController();
  const stream = await fetch(`${url}/api/events`, { signal: stop.signal });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const events: LiveEvent[] = [];
  const reading = readEvents(stream, events, (event) => event.type === 'rowsAppended');
  await new Promise((done) => setTimeout(done, 300));
  const line = {
    type: 'user',
    uuid: '11111111-1111-4111-8111-111111111111',
    parentUuid,
    sessionId: session?.sessionId,
    timestamp: new Date().toISOString(),
    message: { role: 'user', content: 'And now?' },
  };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
  await reading;
  stop.abort();
  expect(events[0]?.type).toBe('hello');
  expect(events.find(({ type }) => type === 'sessionChanged')).toMatchObject({
    key: session?.sessionId,
    appended: true,
  });
  const after = (await (await fetch(`${url}/api/sessions/${session?.sessionId}/rows`)).json()) as {
    total: number;
  };
  expect(after.total).not.toBe(before.total);
});

async function readEvents(
  stream: Response,
  events: LiveEvent[],
  isLast: (event: LiveEvent) => boolean,
): Promise<void> {
  let text = '';
  for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data === undefined) continue;
      const event = JSON.parse(data) as LiveEvent;
      events.push(event);
      if (isLast(event)) return;
    }
  }
}

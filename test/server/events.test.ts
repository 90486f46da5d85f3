import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_LISTENERS } from '../../src/server/live-hub.ts';
import { MOST_WAITING } from '../../src/server/routes/events.ts';
import { PORT, plantHome, removeFolders, serveHome, type TestServer } from './home.fixture.ts';

let server: TestServer;

beforeAll(async () => {
  server = await serveHome(plantHome([['parallel-tools']]).home);
});
afterAll(async () => {
  await server.close();
  removeFolders();
});

async function listen(method = 'GET'): Promise<Response> {
  return server.app.request(`http://127.0.0.1:${PORT}/api/events`, { method });
}

async function firstWords(stream: Response): Promise<string> {
  const chunk = await stream.body?.getReader().read();
  return new TextDecoder().decode(chunk?.value);
}

test('the oldest of too many streams ends, so that no browser is kept out', async () => {
  const { hub } = server.opened.context;
  const first = await listen();
  for (let i = 0; i < 3 * MOST_LISTENERS; i++) await listen();
  const last = await listen();
  expect(hub.size).toBe(MOST_LISTENERS);
  expect(last.status).toBe(200);
  expect(await firstWords(last)).toContain('event: hello');
  // It was told what it was sent, and then that this is all.
  expect(await first.text()).toContain('event: hello');
  hub.close();
});

test('to ask for the head of the stream leaves no listener behind', async () => {
  const { hub } = server.opened.context;
  const before = hub.size;
  const response = await listen('HEAD');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(hub.size).toBe(before);
});

test('a listener that never reads is let go instead of filling the memory', async () => {
  const { hub } = server.opened.context;
  hub.close();
  await new Promise((done) => setTimeout(done, 10));
  await listen();
  expect(hub.size).toBe(1);
  for (let i = 0; i < MOST_WAITING + 10; i++)
    hub.tell({ type: 'sessionGone', key: `${i}`, sessionId: `${i}` });
  await new Promise((done) => setTimeout(done, 10));
  expect(hub.size).toBe(0);
});

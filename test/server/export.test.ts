import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorAnswer } from '../../src/server/api.ts';
import { runClew } from '../cli/run-clew.ts';
import { PORT, plantHome, removeFolders, serveHome, type TestServer } from './home.fixture.ts';

const NOW = Date.parse('2026-03-04T12:00:00Z');

let server: TestServer;
let ids: readonly string[];

beforeAll(async () => {
  const planted = plantHome([
    ['agent', 'parallel-tools', 'failing-tool'],
    ['compaction', 'images', 'rewind'],
  ]);
  ids = planted.sessions.map(({ sessionId }) => sessionId);
  server = await serveHome(planted.home, { now: () => NOW });
});
afterAll(async () => {
  await server.close();
  removeFolders();
});

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return server.app.request(`http://127.0.0.1:${PORT}/api/sessions/${path}`, init);
}

async function exportOf(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await ask(path, init);
  expect(response.status, path).toBe(200);
  return response;
}

async function refusalOf(path: string): Promise<unknown> {
  const response = await ask(path);
  return [response.status, ((await response.json()) as ErrorAnswer).error.code];
}

/** What `clew export` writes to its standard output. */
async function written(id: string, ...words: readonly string[]): Promise<string> {
  const { code, out } = await runClew(['export', id, '--home', server.home, '--out', '-', ...words], {
    now: () => new Date(NOW),
  });
  expect(code).toBe(0);
  return out;
}

test('an export has the very bytes that the command line writes', async () => {
  const bytesOf = async (path: string) =>
    Buffer.from(await (await exportOf(path)).arrayBuffer()).toString('latin1');
  for (const id of ids) {
    expect(await bytesOf(`${id}/export`)).toBe(await written(id));
    for (const format of ['html', 'md', 'text', 'json'])
      expect(await bytesOf(`${id}/export?format=${format}`), format).toBe(
        await written(id, '--format', format),
      );
    expect(await bytesOf(`${id}/export?format=md&turn=1..2&redact=true`)).toBe(
      await written(id, '--format', 'md', '--turn', '1..2', '--redact'),
    );
  }
});

test('it comes with a name, a type and a length, is not kept, and cannot run as a page of ours', async () => {
  const [id = ''] = ids;
  for (const [format, type, ending] of [
    ['html', 'text/html; charset=utf-8', 'html'],
    ['md', 'text/markdown; charset=utf-8', 'md'],
    ['text', 'text/plain; charset=utf-8', 'txt'],
    ['json', 'application/json; charset=utf-8', 'json'],
    ['jsonl', 'application/x-ndjson; charset=utf-8', 'jsonl'],
  ]) {
    const { headers, ...response } = await exportOf(`${id}/export?format=${format}`).then(async (answer) => ({
      headers: answer.headers,
      bytes: (await answer.arrayBuffer()).byteLength,
    }));
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-length')).toBe(String(response.bytes));
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="[\\w.-]+\\.${ending}"; filename\\*=UTF-8''[\\w.%-]+\\.${ending}$`),
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  const head = await exportOf(`${id}/export`, { method: 'HEAD' });
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1000);
});

test('nothing of an export stays behind', async () => {
  await (await exportOf(`${ids[0]}/export`)).arrayBuffer();
  const folder = join(server.dataDir, 'exports');
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});

test('what is not there, climbs or makes no sense is refused', async () => {
  const [id = ''] = ids;
  expect(await refusalOf('ffffffff-0000-4000-8000-000000000000/export')).toEqual([404, 'unknown-session']);
  expect(await refusalOf('..%2F..%2Fetc/export')).toEqual([400, 'bad-key']);
  expect(await refusalOf(`${id}/export?branch=..%2Fx`)).toEqual([400, 'bad-query']);
  expect(await refusalOf(`${id}/export?turn=../../x`)).toEqual([400, 'bad-query']);
  expect(await refusalOf(`${id}/export?format=exe`)).toEqual([400, 'bad-query']);
  expect(await refusalOf(`${id}/export?out=/tmp/x`)).toEqual([400, 'bad-query']);
  expect(await refusalOf(`${id}/export?branch=99`)).toEqual([404, 'no-such-branch']);
});

test('only pages of this server may ask for it', async () => {
  const path = `${ids[0]}/export`;
  expect((await ask(path, { headers: { origin: 'http://evil.example' } })).status).toBe(403);
  expect((await ask(path, { headers: { host: 'evil.example' } })).status).toBe(421);
  const navigated = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect((await ask(path, { headers: navigated })).status).toBe(403);
});

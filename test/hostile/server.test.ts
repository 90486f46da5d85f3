// Every view of the server over sessions that nobody's client wrote: no answer may be a bug, and none may hang it.
import { afterAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { Random } from '../../src/forge/random.ts';
import type { RowsAnswer } from '../../src/server/api.ts';
import { PORT, plantHome, removeFolders, serveHome, type TestServer, TOKEN } from '../server/home.fixture.ts';
import { twistTypes } from './twist-types.ts';
import { VIEWS } from './views.ts';

afterAll(removeFolders);

async function statusOf(server: TestServer, path: string): Promise<string | undefined> {
  const response = await server.app.request(`http://127.0.0.1:${PORT}${path}`, {
    headers: { 'x-clew-token': TOKEN },
  });
  const text = await response.text();
  return response.status >= 500 ? `${path}: ${response.status} ${text}` : undefined;
}

describe('views of sessions with values of wrong types', () => {
  const rounds = Number(process.env.CLEW_TWISTS ?? 3);
  test.each(Array.from({ length: rounds }, (_, seed) => [seed]))('none breaks (seed %i)', async (seed) => {
    const spoil = (bytes: Uint8Array) => {
      const lines = Buffer.from(bytes).toString().trim().split('\n');
      const values = lines.map((line) => JSON.parse(line) as JsonObject);
      const chance = [0.005, 0.03, 0.15][seed % 3] as number;
      return Buffer.from(twistTypes(values, new Random(`server ${seed}`), chance));
    };
    const planted = plantHome([['agent', 'images', 'rewind', 'compaction', 'todos', 'web']], spoil);
    const server = await serveHome(planted.home, { catalog: true });
    const id = planted.sessions[0]?.sessionId;
    const paths = ['/api/sessions', '/api/search?q=the', '/api/search?q=t.e&regex=true', '/api/stats'];
    const broken: (string | undefined)[] = [];
    for (const path of [...paths, ...VIEWS.map((view) => `/api/sessions/${id}${view}`)])
      broken.push(await statusOf(server, path));
    const { rows } = await server.get<RowsAnswer>(`/api/sessions/${id}/rows?count=300`);
    for (const row of rows) broken.push(await statusOf(server, `/api/sessions/${id}/rows/${row.id}`));
    await server.close();
    expect(broken.filter(Boolean)).toEqual([]);
  });
});

test('a pattern that would never end is stopped, in one session and over all, and the server goes on', async () => {
  const message = { role: 'user', content: `${'a'.repeat(80)}b` };
  const line = { type: 'user', uuid: 'u1', parentUuid: null, timestamp: '2026-01-01T00:00:00.000Z', message };
  const planted = plantHome([[]], () => Buffer.from(`${JSON.stringify(line)}\n`));
  const server = await serveHome(planted.home, { catalog: true });
  const id = planted.sessions[0]?.sessionId;
  const pattern = encodeURIComponent('(a+)+$');
  const refused = await server.get<{ error: { code: string } }>(
    `/api/sessions/${id}/find?q=${pattern}&regex=true`,
    422,
  );
  expect(refused.error.code).toBe('endless-pattern');
  expect(await statusOf(server, `/api/sessions/${id}`)).toBeUndefined();
  await server.close();
}, 30_000);

// What a search finds where sessions share an id, where agents have lost theirs, and where a word is everywhere.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { SearchAnswer, SessionsAnswer } from '../../src/server/api.ts';
import { makeFolder, removeFolders, serveHome, type TestServer } from './home.fixture.ts';

afterAll(removeFolders);

const [ONE, OTHER] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

interface Said {
  readonly text: string;
  readonly type?: 'user' | 'assistant';
  readonly day?: number;
}

function lineOf(
  { text, type = 'user', day = 1 }: Said,
  n: number,
  project: string,
  sessionId: string,
): string {
  return `${JSON.stringify({
    type,
    uuid: `u${n}`,
    parentUuid: n === 0 ? null : `u${n - 1}`,
    sessionId,
    cwd: project,
    timestamp: `2026-01-${String(day).padStart(2, '0')}T10:00:00.000Z`,
    message: { role: type, content: text },
  })}\n`;
}

async function serve(
  files: Readonly<Record<string, { project: string; sessionId: string; said: readonly Said[] }>>,
): Promise<TestServer> {
  const home = join(makeFolder(), 'home');
  for (const [name, { project, sessionId, said }] of Object.entries(files)) {
    const file = join(home, 'projects', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, said.map((one, n) => lineOf(one, n, project, sessionId)).join(''));
  }
  return serveHome(home, { catalog: true });
}

const find = (server: TestServer, query: string) => server.get<SearchAnswer>(`/api/search?q=${query}`);

test('hits in two copies of a session are told of the copy that they are in, by words and by pattern', async () => {
  const server = await serve({
    [`-work-api/${ONE}.jsonl`]: { project: '/work/api', sessionId: ONE, said: [{ text: 'a red lamp' }] },
    [`-work-web/${ONE}.jsonl`]: { project: '/work/web', sessionId: ONE, said: [{ text: 'a green lamp' }] },
  });
  try {
    const { sessions } = await server.get<SessionsAnswer>('/api/sessions');
    const keyOf = (project: string) => sessions.find((one) => one.project === project)?.key;
    for (const how of ['', '&regex=true']) {
      const found = await find(server, `lamp${how}`);
      expect(found.groups.map(({ key }) => key).sort()).toEqual(sessions.map(({ key }) => key).sort());
      expect((await find(server, `green${how}`)).groups).toMatchObject([
        { key: keyOf('/work/web'), project: '/work/web', total: 1 },
      ]);
      const inApi = await find(server, `lamp&project=/work/api${how}`);
      expect(inApi).toMatchObject({ total: 1, sessions: 1, groups: [{ key: keyOf('/work/api') }] });
      const only = await find(server, `lamp&session=${keyOf('/work/web')}${how}`);
      expect(only).toMatchObject({ total: 1, groups: [{ key: keyOf('/work/web') }] });
    }
  } finally {
    await server.close();
  }
});

test('a project is searched with the folders in it, by words and by pattern; what cannot be opened is not counted', async () => {
  const server = await serve({
    [`-work/${ONE}.jsonl`]: { project: '/work', sessionId: ONE, said: [{ text: 'a red lamp' }] },
    [`-work-web/${OTHER}.jsonl`]: {
      project: '/work/web',
      sessionId: OTHER,
      said: [{ text: 'a green lamp' }],
    },
    '-work/33333333-3333-4333-8333-333333333333/subagents/agent-a1.jsonl': {
      project: '/work',
      sessionId: '33333333-3333-4333-8333-333333333333',
      said: [{ text: 'a lost lamp' }],
    },
  });
  try {
    for (const how of ['', '&regex=true']) {
      expect(await find(server, `lamp&project=/work${how}`)).toMatchObject({ total: 2, sessions: 2 });
      expect(await find(server, `lamp${how}`)).toMatchObject({ total: 2, sessions: 2 });
    }
    expect((await find(server, 'lamp')).facets.anyTime).toBe(2);
  } finally {
    await server.close();
  }
});

test('of a word that is everywhere, what a filter asks for is found, and every session is reached', async () => {
  const many = Array.from({ length: 20_100 }, (): Said => ({ text: 'lamp', type: 'assistant', day: 9 }));
  const long = `A lamp, ${'and much else '.repeat(50)}`;
  const server = await serve({
    [`-work-api/${ONE}.jsonl`]: { project: '/work/api', sessionId: ONE, said: many },
    [`-work-web/${OTHER}.jsonl`]: { project: '/work/web', sessionId: OTHER, said: [{ text: long }] },
  });
  try {
    const state = () => server.opened.context.store.state().state;
    while (state() === 'syncing') await server.get('/api/sessions');
    const web = [{ sessionId: OTHER, total: 1 }];
    expect((await find(server, 'lamp&project=/work/web')).groups).toMatchObject(web);
    expect((await find(server, 'lamp&kinds=prompt')).groups).toMatchObject(web);
    expect((await find(server, 'lamp&until=1767571200000')).groups).toMatchObject(web);
    const pattern = await find(server, 'lamp&regex=true');
    expect(pattern).toMatchObject({ total: 20_101, sessions: 2 });
    expect(pattern.groups.at(-1)).toMatchObject({ sessionId: OTHER, total: 1 });
  } finally {
    await server.close();
  }
});

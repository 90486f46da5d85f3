// Routes about all sessions: the list, search, statistics.
import { beforeAll, describe, expect, test } from 'vitest';
import type { SearchAnswer, SessionsAnswer, StatsAnswer } from '../../src/server/api.ts';
import type { TestServer } from './home.fixture.ts';
import { serveRoutes } from './served-routes.fixture.ts';

const routes = serveRoutes();
const { idOf } = routes;
let server: TestServer;
beforeAll(() => {
  server = routes.server;
});

describe('the list', () => {
  test('has every session with its figures, project tree, facets and days', async () => {
    const list = await server.get<SessionsAnswer>('/api/sessions');
    expect(list.total).toBe(3);
    const line = list.sessions.find(({ key }) => key === idOf(1));
    expect(line).toMatchObject({ sessionId: idOf(1), health: 'unchecked', live: false, compactions: 1 });
    expect(line?.sparkline?.points.length).toBeGreaterThan(1);
    expect(line?.usage?.requests).toBeGreaterThan(0);
    expect(list.facets.traits).toMatchObject({ compacted: 1, agents: 1, cut: 0 });
    expect(list.facets.projects.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(3);
    expect(list.days?.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(3);
  });

  test('filters by words, traits and project, and pages', async () => {
    const only = await server.get<SessionsAnswer>('/api/sessions?traits=compacted');
    expect(only.sessions.map(({ key }) => key)).toEqual([idOf(1)]);
    expect((await server.get<SessionsAnswer>(`/api/sessions?q=${idOf(2).slice(0, 13)}`)).total).toBe(1);
    const paged = await server.get<SessionsAnswer>('/api/sessions?limit=1&offset=1&sort=title');
    expect([paged.sessions.length, paged.total]).toEqual([1, 3]);
    for (const odd of ['limit=-1', 'offset=-5', 'limit=1e3']) await server.get(`/api/sessions?${odd}`, 400);
    await server.get('/api/sessions?since=-1&until=9999999999999');
    expect((await server.get<SessionsAnswer>('/api/sessions?project=/no/such')).total).toBe(0);
  });
});

describe('over all sessions', () => {
  test('search groups hits by session, marks them, and counts by kind', async () => {
    const list = await server.get<SessionsAnswer>('/api/sessions');
    const word = (list.sessions[0]?.firstPrompt ?? '').split(/\W+/).find((one) => one.length > 5) ?? '';
    const found = await server.get<SearchAnswer>(`/api/search?q=${word}`);
    expect(found.total).toBeGreaterThan(0);
    const hit = found.groups[0]?.hits[0];
    expect(hit?.snippet.slice(...(hit?.marks[0] ?? [0, 0])).toLowerCase()).toContain(
      word.toLowerCase().slice(0, 4),
    );
    expect(found.facets.kinds.reduce((sum, { hits }) => sum + hits, 0)).toBe(found.total);
    const prompts = await server.get<SearchAnswer>(`/api/search?q=${word}&kinds=prompt`);
    expect(prompts.total).toBe(found.facets.kinds.find(({ name }) => name === 'prompt')?.hits);
    expect((await server.get<SearchAnswer>('/api/search?q=')).total).toBe(0);
    expect((await server.get<SearchAnswer>(`/api/search?q=tool:Bash%20${word}`)).filters).toEqual([
      { name: 'tool', value: 'Bash' },
    ]);
  });

  test('statistics add up to the sum of the sessions', async () => {
    const list = await server.get<SessionsAnswer>('/api/sessions');
    const stats = await server.get<StatsAnswer>('/api/stats');
    const requests = list.sessions.reduce((sum, { usage }) => sum + (usage?.requests ?? 0), 0);
    expect(stats.totals.requests).toBe(requests);
    expect(stats.series.reduce((sum, { usage }) => sum + usage.requests, 0)).toBe(requests);
    expect(stats.models.reduce((sum, row) => sum + row.requests, 0)).toBe(requests);
    expect(stats.heatmap.flat().reduce((a, b) => a + b, 0)).toBe(requests);
    expect(stats.tools.find(({ name }) => name === 'Bash')?.timed).toBeGreaterThan(0);
    const one = await server.get<StatsAnswer>(`/api/stats?session=${idOf(0)}`);
    expect(one.totals.requests).toBe(list.sessions.find(({ key }) => key === idOf(0))?.usage?.requests);
  });
});

// Routes that change something: cuts, repairs, compressions, notes.
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  Annotations,
  ClientsAnswer,
  CutAnswer,
  CutOverview,
  CutPlanAnswer,
  GraphAnswer,
  HealthAnswer,
  HealthMoreAnswer,
  LineageAnswer,
  SessionHead,
  SessionsAnswer,
} from '../../src/server/api.ts';
import { plantHome, serveHome, type TestServer } from './home.fixture.ts';
import { serveRoutes } from './served-routes.fixture.ts';

const routes = serveRoutes();
const { idOf } = routes;
let server: TestServer;
beforeAll(() => {
  server = routes.server;
});

describe('cutting and mending', () => {
  test('a plan says what goes, and writes nothing; a cut is what the plan said; undo takes it back', async () => {
    const url = `/api/sessions/${idOf(0)}`;
    const overview = await server.get<CutOverview>(`${url}/cut`);
    expect(overview.choices.find(({ id }) => id === 'tools')?.tokens).toBeLessThan(0);
    const input = { cuts: [{ removeCalls: { reach: { kind: 'all' } } }], title: 'Shorter' };
    const plan = await server.send<CutPlanAnswer>('POST', `${url}/cut/plan`, input);
    expect(plan.tokens.after).toBeLessThan(plan.tokens.before);
    expect(plan.goes.find(({ what }) => what === 'removed')?.count).toBe(plan.changes.toolCalls);
    expect((await server.get<SessionsAnswer>('/api/sessions')).total).toBe(3);
    const made = await server.send<CutAnswer>('POST', `${url}/cut`, input);
    expect(made.tokens.after).toBe(plan.tokens.after);
    expect(made.loads.loads).toBe(made.loads.of);
    const list = await server.get<SessionsAnswer>('/api/sessions?traits=cut');
    expect(list.sessions[0]).toMatchObject({
      key: made.key,
      clonedFrom: { sessionId: idOf(0), key: idOf(0) },
    });
    const lineage = await server.get<LineageAnswer>(`/api/sessions/${made.key}/lineage`);
    expect(lineage.tree).toMatchObject({
      sessionId: idOf(0),
      children: [{ sessionId: made.sessionId, state: 'whole' }],
    });
    await server.send('POST', `/api/sessions/${made.key}/undo`, {});
    await server.get(`/api/sessions/${made.key}`, 404);
    await server.send('POST', `/api/sessions/${made.key}/restore`, {});
    await server.get(`/api/sessions/${made.key}`);
    await server.send('POST', `/api/sessions/${made.key}/undo`, {});
    await server.send('POST', `${url}/undo`, {}, 404);
  });

  test('the graph names a clone as soon as there is one, although the session’s own file is as it was', async () => {
    const url = `http://127.0.0.1:4664/api/sessions/${idOf(0)}/graph`;
    const links = async (response: Response) => ((await response.json()) as GraphAnswer).lineage.links;
    const before = await server.app.request(url);
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    expect((await server.app.request(url, { headers })).status).toBe(304);
    const input = { cuts: [{ removeCalls: { reach: { kind: 'all' } } }] };
    const made = await server.send<CutAnswer>('POST', `/api/sessions/${idOf(0)}/cut`, input);
    const after = await server.app.request(url, { headers });
    expect(after.status).toBe(200);
    const link = { kind: 'cut-into', sessionId: made.sessionId };
    expect(await links(before)).not.toContainEqual(expect.objectContaining(link));
    expect(await links(after)).toContainEqual(expect.objectContaining(link));
    await server.send('POST', `/api/sessions/${made.key}/undo`, {});
  });

  test('health names the problems of check; a repair is previewed before it is made', async () => {
    const health = await server.get<HealthAnswer>(`/api/sessions/${idOf(0)}/health`);
    expect(health.ok).toBe(true);
    // The list claims nothing before the session was checked, and says what was found from then on.
    const head = await server.get<SessionHead>(`/api/sessions/${idOf(0)}`);
    const { errors, warnings } = health.counts;
    expect(head.health).toBe(errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'ok');
    const more = await server.get<HealthMoreAnswer>(`/api/sessions/${idOf(0)}/health/more`);
    expect(more.clients[0]).toMatchObject({ loads: health.resume.loads, of: health.resume.of });
    expect(more.stretches.reduce((sum, { loaded }) => sum + loaded, 0)).toBe(health.resume.loads);
    const { clients } = await server.get<ClientsAnswer>(`/api/sessions/${idOf(0)}/context/clients`);
    expect(clients).toEqual(more.clients);
    const preview = await server.send<{ dryRun: boolean; clone?: object }>(
      'POST',
      `/api/sessions/${idOf(0)}/repair`,
      {
        dryRun: true,
      },
    );
    expect(preview).toMatchObject({ dryRun: true });
    expect(preview.clone).toBeUndefined();
  });

  test('compressing without a model is planned and made here', async () => {
    const plan = await server.send<{ destination?: string; texts: number }>(
      'POST',
      `/api/sessions/${idOf(1)}/compress/plan`,
      { bands: '0-100:heavy', protect: 0 },
    );
    expect(plan.texts).toBeGreaterThan(0);
    expect(plan.destination).toBeUndefined();
  });
});

test('a head that was asked for before the catalog had read the last lines is not taken for the newest one', async () => {
  const { sessions, home } = plantHome([['todos']]);
  const own = await serveHome(home, { catalog: true });
  try {
    const [{ sessionId = '', files = [] } = {}] = sessions;
    const { usage } = (await own.get<SessionsAnswer>('/api/sessions')).sessions[0] ?? {};
    const file = join(home, files[0]?.path ?? '');
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const last = lines.findLast((line) => line.includes('"type":"assistant"')) ?? '';
    const entry = JSON.parse(last) as { message: object; requestId?: string };
    const more = {
      ...entry,
      uuid: randomUUID(),
      requestId: 'req_more',
      message: { ...entry.message, id: 'more' },
    };
    appendFileSync(file, `${JSON.stringify(more)}\n`);
    // Long ago: that a session is live makes another answer by itself.
    utimesSync(file, 1_700_000_000, 1_700_000_000);
    const url = `http://127.0.0.1:4664/api/sessions/${sessionId}`;
    // The second time, because the first one attributes the tokens, and so makes another answer, too.
    await own.app.request(url);
    const early = await own.app.request(url);
    const headers = { 'if-none-match': early.headers.get('etag') ?? '' };
    expect(((await early.json()) as SessionHead).usage?.requests).toBe(usage?.requests);
    own.opened.context.store.filesChanged([file]);
    await own.get('/api/sessions');
    const late = await own.app.request(url, { headers });
    expect(late.status).toBe(200);
    expect(((await late.json()) as SessionHead).usage?.requests).toBe((usage?.requests ?? 0) + 1);
  } finally {
    await own.close();
  }
});

test('notes on turns are kept, changed, listed and removed', async () => {
  const url = `/api/sessions/${idOf(0)}/annotations`;
  await server.send('PUT', `${url}/n1`, { turn: 1, note: 'Here it went wrong.', labels: ['look'] });
  await server.send('PUT', `${url}/n1`, { turn: 1, note: 'Here it went well.' });
  const { annotations } = await server.get<Annotations>(url);
  expect(annotations).toMatchObject([{ id: 'n1', key: idOf(0), note: 'Here it went well.', labels: [] }]);
  expect((await server.get<SessionsAnswer>('/api/sessions?traits=annotated')).total).toBe(1);
  expect((await server.get<Annotations>('/api/annotations')).annotations).toHaveLength(1);
  await server.send('PUT', `${url}/..`, { turn: 1, note: '' }, 404);
  await server.send('DELETE', `${url}/n1`);
  expect((await server.get<Annotations>(url)).annotations).toEqual([]);
});

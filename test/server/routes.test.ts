import { beforeAll, describe, expect, test } from 'vitest';
import { describeContext } from '../../src/context/describe-context.ts';
import { openTranscript, otherAgents } from '../../src/render/transcript.ts';
import type {
  Annotations,
  ClientsAnswer,
  CutAnswer,
  CutOverview,
  CutPlanAnswer,
  FindAnswer,
  HealthAnswer,
  HealthMoreAnswer,
  LineageAnswer,
  RawEntryAnswer,
  RowsAnswer,
  SearchAnswer,
  SessionHead,
  SessionPeek,
  SessionsAnswer,
  StatsAnswer,
  TurnsAnswer,
  WebToolRow,
} from '../../src/server/api.ts';
import type { TestServer } from './home.fixture.ts';
import { serveRoutes } from './served-routes.fixture.ts';

const routes = serveRoutes();
const { idOf, bytesOf, threadOf } = routes;
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
    expect((await server.get<SessionsAnswer>('/api/sessions?project=/no/such')).total).toBe(0);
  });
});

describe('a session', () => {
  test('is found by its id or any unique beginning of it, and by nothing else', async () => {
    const head = await server.get<SessionHead>(`/api/sessions/${idOf(0).slice(0, 10)}`);
    expect(head).toMatchObject({ key: idOf(0), ready: true });
    expect(head.resumeCommand).toBe(`cd ${head.project} && claude --resume ${idOf(0)}`);
    await server.get('/api/sessions/00000000', 404);
    await server.get('/api/sessions/000', 404);
  });

  test('has a head with branches and the tree of agents, and a forecast that is the library’s', async () => {
    const head = await server.get<SessionHead>(`/api/sessions/${idOf(0)}`);
    const { thread, tree } = threadOf(0);
    expect(head.agentTree.map(({ agentId }) => agentId)).toEqual(
      [...tree.children, ...otherAgents(tree)].map(({ agentId }) => agentId),
    );
    const { now, prediction } = describeContext(thread);
    expect(head.resume).toMatchObject({ loads: prediction.loads, of: prediction.of, tokens: now.total });
    const forked = await server.get<SessionHead>(`/api/sessions/${idOf(2)}`);
    expect(forked.branchList.length).toBeGreaterThan(1);
    expect(forked.branchList.filter(({ active }) => active)).toHaveLength(1);
    expect(forked.branchList.find(({ active }) => !active)?.ownTurns).toBeDefined();
  });

  test('shows rows that are the library’s, by page, by turn and by line, with lasting ids', async () => {
    for (const n of [0, 1, 2]) {
      const { thread, tree } = threadOf(n);
      const transcript = openTranscript(
        {
          sessionId: idOf(n),
          title: undefined,
          thread,
          agents: tree.children,
          otherAgents: otherAgents(tree),
        },
        { agents: 'reference' },
      );
      const kinds = [
        transcript.header,
        ...transcript.openingRows(),
        ...transcript.turns.flatMap((turn) => transcript.turnRows(turn)),
        ...transcript.closingRows(),
      ].map(({ kind }) => kind);
      const whole = await server.get<RowsAnswer>(`/api/sessions/${idOf(n)}/rows?count=500`);
      expect(whole.rows.map(({ kind }) => kind)).toEqual(kinds.slice(0, 500));
      expect(whole.total).toBe(kinds.length);
      expect(new Set(whole.rows.map(({ id }) => id)).size).toBe(whole.rows.length);
      const turns = await server.get<TurnsAnswer>(`/api/sessions/${idOf(n)}/turns`);
      expect(turns.turns.map(({ number }) => number)).toEqual(transcript.turns.map(({ number }) => number));
      const last = turns.turns.at(-1);
      const page = await server.get<RowsAnswer>(`/api/sessions/${idOf(n)}/rows?turn=${last?.number}`);
      expect([page.from, page.rows.length]).toEqual([last?.firstRow, last?.rows]);
      expect(page.rows[0]).toEqual(whole.rows[page.from]);
      const byLine = await server.get<RowsAnswer>(`/api/sessions/${idOf(n)}/rows?line=${last?.line}&count=8`);
      expect(byLine.rows.find(({ index }) => index === byLine.found)?.place?.line).toBe(last?.line);
    }
  });

  test('counts failed calls, agents and compactions on the rail', async () => {
    const { turns } = await server.get<TurnsAnswer>(`/api/sessions/${idOf(0)}/turns`);
    expect(turns.reduce((sum, { failedCalls }) => sum + failedCalls, 0)).toBeGreaterThan(0);
    expect(turns.reduce((sum, { agents }) => sum + agents, 0)).toBeGreaterThan(0);
    const compacted = (await server.get<TurnsAnswer>(`/api/sessions/${idOf(1)}/turns`)).turns;
    expect(compacted.flatMap(({ compactions }) => compactions)).toHaveLength(1);
    const at = compacted.findIndex(({ compactions }) => compactions.length > 0);
    expect(compacted.map(({ sent }, i) => sent === i >= at)).not.toContain(false);
    expect(compacted.every(({ added }) => added !== undefined)).toBe(true);
  });

  test('cuts long texts and gives them whole on demand', async () => {
    const { rows } = await server.get<RowsAnswer>(`/api/sessions/${idOf(1)}/rows?count=500&most=300`);
    const row = rows.find(
      (one): one is WebToolRow =>
        one.kind === 'tool' && (one.cut ?? []).some(({ path }) => path === 'resultText'),
    );
    const cut = row?.cut?.find(({ path }) => path === 'resultText');
    expect(row?.resultText.length).toBe(cut?.kept);
    const url = `/api/sessions/${idOf(1)}/rows/${row?.id}`;
    const whole = await server.get<{ text: string; length: number }>(`${url}/text?path=resultText`);
    expect([whole.text.length, whole.length]).toEqual([cut?.length, cut?.length]);
    expect(whole.text.startsWith(row?.resultText ?? '-')).toBe(true);
    const part = await server.get<{ text: string }>(`${url}/text?path=resultText&offset=10&length=5`);
    expect(part.text).toBe(whole.text.slice(10, 15));
    const one = await server.get<{ row: WebToolRow }>(url);
    expect(one.row.resultText).toBe(whole.text);
    expect(one.row.cut).toBeUndefined();
    await server.get(`${url}/text?path=no.such`, 404);
  });

  test('serves pictures as what they are, and nothing else as a picture', async () => {
    const { rows } = await server.get<RowsAnswer>(`/api/sessions/${idOf(1)}/rows?count=500`);
    const images = rows.flatMap((row) =>
      row.kind === 'image' ? [row.image] : row.kind === 'tool' ? row.images : [],
    );
    const src = images.find((image) => image.src !== undefined)?.src;
    expect(src).toBeDefined();
    const response = await server.app.request(`http://127.0.0.1:4664/${src}`);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(new Uint8Array(await response.arrayBuffer()).slice(1, 4)).toEqual(new TextEncoder().encode('PNG'));
    await server.get(`/api/sessions/${idOf(1)}/rows/0/images/0`, 404);
  });

  test('shows the raw line behind a row, with its place', async () => {
    const entry = await server.get<RawEntryAnswer>(`/api/sessions/${idOf(0)}/entries/3`);
    const lines = new TextDecoder().decode(bytesOf(0)).split('\n');
    expect(entry).toMatchObject({ text: lines[2], cut: false, readable: true });
    await server.get(`/api/sessions/${idOf(0)}/entries/99999`, 404);
  });

  test('is searched row by row, agents by their own', async () => {
    const { rows } = await server.get<RowsAnswer>(`/api/sessions/${idOf(0)}/rows?count=500`);
    const prompt = rows.find((row) => row.kind === 'prompt');
    const word =
      (prompt?.kind === 'prompt' ? prompt.text : '').split(/\W+/).find((one) => one.length > 5) ?? '';
    const found = await server.get<FindAnswer>(`/api/sessions/${idOf(0)}/find?q=${word.toUpperCase()}`);
    expect(found.complete).toBe(true);
    const hit = found.hits.find(({ id }) => id === prompt?.id);
    expect(hit?.snippet.slice(...(hit?.marks[0] ?? [0, 0]))).toBe(word);
    await server.get(`/api/sessions/${idOf(0)}/find?q=%28&regex=true`, 400);
    const head = await server.get<SessionHead>(`/api/sessions/${idOf(0)}`);
    const agent = head.agentTree[0]?.agentId;
    const own = await server.get<RowsAnswer>(`/api/sessions/${idOf(0)}/rows?agent=${agent}`);
    expect(own.rows[0]).toMatchObject({ kind: 'session', agentId: agent });
    await server.get(`/api/sessions/${idOf(0)}/rows?agent=nobody`, 404);
  });

  test('is not sent again while nothing changed', async () => {
    const url = `http://127.0.0.1:4664/api/sessions/${idOf(0)}/turns`;
    const first = await server.app.request(url);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const second = await server.app.request(url, { headers: { 'if-none-match': etag } });
    expect([second.status, await second.text()]).toEqual([304, '']);
  });

  test('peeks with knots, the last answer and what was done', async () => {
    const peek = await server.get<SessionPeek>(`/api/sessions/${idOf(1)}/peek`);
    expect(peek.knots.length).toBeLessThanOrEqual(9);
    expect(peek.knots.some(({ compaction }) => compaction)).toBe(true);
    expect(peek.lastAnswer?.length).toBeGreaterThan(0);
    expect(peek.calls.total).toBeGreaterThan(0);
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

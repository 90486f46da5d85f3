import { beforeAll, describe, expect, test } from 'vitest';
import { describeContext } from '../../src/context/describe-context.ts';
import type {
  ContextAnswer,
  FilesAnswer,
  GraphAnswer,
  GraphFindAnswer,
  GraphPage,
  MomentAnswer,
  OpenRow,
  SpanList,
  TimelineAnswer,
} from '../../src/server/api.ts';
import type { TestServer } from './home.fixture.ts';
import { serveRoutes } from './served-routes.fixture.ts';

const routes = serveRoutes();
const { idOf, threadOf } = routes;
let server: TestServer;
beforeAll(() => {
  server = routes.server;
});

describe('what is drawn', () => {
  test('the context is the library’s: growth, total, and a tree that adds up', async () => {
    for (const n of [0, 1]) {
      const answer = await server.get<ContextAnswer>(`/api/sessions/${idOf(n)}/context`);
      const { now, growth, ledger } = describeContext(threadOf(n).thread);
      expect(answer.resume.byKind).toEqual(now.byKind);
      expect(answer.growth.map(({ turn, context, byKind }) => [turn, context, byKind])).toEqual(
        growth.map(({ turn, context, byKind }) => [turn, context, byKind]),
      );
      expect(answer.fills.total).toBe(ledger.requests.at(-1)?.context);
      for (const kind of answer.fills.kinds) {
        expect(kind.children.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(kind.tokens);
        for (const tool of kind.children) {
          if (tool.children.length > 0)
            expect(tool.children.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(tool.tokens);
        }
      }
      const early = growth[0];
      const window = await server.get<ContextAnswer['fills']>(
        `/api/sessions/${idOf(n)}/context/window?turn=${early?.turn}`,
      );
      expect(window.total).toBe(early?.context);
    }
    await server.get(`/api/sessions/${idOf(0)}/context?client=banana`, 400);
  });

  test('the timeline has a lane for each worker, and its spans lie inside what they are part of', async () => {
    const path = `/api/sessions/${idOf(0)}/timeline`;
    const { part, start = 0, end = 0, totals } = await server.get<TimelineAnswer>(path);
    expect(part.lanes.map(({ kind }) => kind)).toEqual(['person', 'main', 'agent', 'tools']);
    const { spans, total } = await server.get<SpanList>(`${path}/spans?from=${start}&to=${end}`);
    expect(spans).toHaveLength(total);
    const byId = new Map([...spans, ...part.spans].map((span) => [span.id, span]));
    for (const span of byId.values()) {
      expect(span.start).toBeGreaterThanOrEqual(start);
      expect(span.end).toBeLessThanOrEqual(end);
      const parent = span.parent === undefined ? undefined : byId.get(span.parent);
      if (parent && span.kind !== 'tool') expect(parent.start).toBeLessThanOrEqual(span.start);
    }
    expect(spans.filter(({ kind, failed }) => kind === 'tool' && failed).length).toBeGreaterThan(0);
    expect(totals.workedMs).toBeLessThanOrEqual(totals.elapsedMs);
    const last = await server.get<MomentAnswer>(`${path}/moment?time=${end}`);
    expect(last.step).toBe(last.steps);
    expect(last.bill?.requests).toBeGreaterThan(1);
    const failed = await server.get<MomentAnswer>(`${path}/moment?time=${start}&go=next&goal=error`);
    expect(failed.span?.id).toBe(spans.find((span) => span.failed)?.id);
    await server.get(`${path}/moment?go=sideways`, 400);
    await server.get(`${path}/part?from=now&to=${end}`, 400);
    const calls = threadOf(0).tree.main.calls.length;
    expect(spans.filter(({ kind, lane }) => kind === 'tool' && lane === 'tools')).toHaveLength(calls);
  });

  test('the graph has a row for each turn, and the way that was left behind where it was left', async () => {
    const graph = await server.get<GraphAnswer>(`/api/sessions/${idOf(2)}/graph`);
    const spine = graph.page.rows.filter((row) => row.type === 'turn' && !row.left);
    expect(spine).toHaveLength(graph.counts.turns);
    const left = graph.page.rows.filter((row) => row.type === 'turn' && row.left && row.state === 'live');
    expect(left.length).toBe(graph.branches.find(({ active }) => !active)?.own);
    expect(left.length).toBeGreaterThan(0);
    const ids = new Set(graph.page.rows.flatMap((row) => (row.type === 'turn' ? [row.id] : [])));
    for (const row of graph.page.rows)
      if (row.type === 'turn' && row.parentId) expect(ids.has(row.parentId)).toBe(true);
    const agents = await server.get<GraphAnswer>(`/api/sessions/${idOf(0)}/graph`);
    expect(agents.page.rows.filter(({ type }) => type === 'agent').length).toBe(agents.counts.agents);
    const path = `/api/sessions/${idOf(0)}/graph`;
    const { at } = await server.get<GraphFindAnswer>(`${path}/find?from=-1&go=next&goal=agent`);
    expect(agents.page.rows.findIndex(({ type }) => type === 'agent')).toBe(at);
    const page = await server.get<GraphPage>(`${path}/rows?from=1&count=1`);
    expect(page).toMatchObject({ from: 1, total: agents.page.total, rows: [agents.page.rows[1]] });
    const open = await server.get<OpenRow>(`${path}/rows/0`);
    const [first] = agents.page.rows;
    const entries = open.messages.flatMap((message) => message.entries);
    expect(entries).toHaveLength(first?.type === 'turn' ? first.entries : Number.NaN);
    await server.get(`${path}/rows/one`, 400);
  });

  test('files are listed with their versions, and two of them compared', async () => {
    const { files, totals } = await server.get<FilesAnswer>(`/api/sessions/${idOf(0)}/files`);
    expect(totals.changed).toBeGreaterThan(0);
    const file = files.find(({ versions }) => versions.filter(({ known }) => known).length > 1);
    const path = encodeURIComponent(file?.path ?? '');
    const diff = await server.get<{ hunks: unknown[] }>(`/api/sessions/${idOf(0)}/files/diff?path=${path}`);
    expect(diff.hunks.length).toBeGreaterThan(0);
    await server.get(`/api/sessions/${idOf(0)}/files/diff?path=/etc/passwd`, 404);
  });
});

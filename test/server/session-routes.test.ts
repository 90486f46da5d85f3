// Routes for reading one session: head, rows, texts, pictures, raw lines, finding.
import { beforeAll, describe, expect, test } from 'vitest';
import { describeContext } from '../../src/context/describe-context.ts';
import { openTranscript, otherAgents } from '../../src/render/transcript.ts';
import type {
  FindAnswer,
  RawEntryAnswer,
  RowsAnswer,
  SessionHead,
  SessionPeek,
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
    expect(forked.branchList.find(({ active }) => !active)?.ownTurns).toEqual({ from: 2, to: 2 });
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

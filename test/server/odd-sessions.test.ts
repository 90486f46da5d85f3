import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { damage } from '../../src/forge/damage.ts';
import type {
  ErrorAnswer,
  HealthAnswer,
  HealthMoreAnswer,
  RawEntryAnswer,
  RepairAnswer,
  RowsAnswer,
  SessionHead,
  SessionsAnswer,
  WebToolRow,
} from '../../src/server/api.ts';
import { makeFolder, plantHome, removeFolders, serveHome, type TestServer } from './home.fixture.ts';

const servers: TestServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
  removeFolders();
});

async function serve(home: string, catalog = false): Promise<TestServer> {
  const server = await serveHome(home, { catalog });
  servers.push(server);
  return server;
}

const VIEWS = [
  '',
  '/peek',
  '/turns',
  '/rows',
  '/rows?from=-20',
  '/context',
  '/timeline',
  '/graph',
  '/files',
  '/health',
  '/find?q=a',
  '/health/more',
  '/lineage',
  '/annotations',
];

test('an empty home, and one that is not there at all, have an empty list', async () => {
  for (const home of [makeFolder(), join(makeFolder(), 'nowhere')]) {
    for (const catalog of [false, true]) {
      const list = await (await serve(home, catalog)).get<SessionsAnswer>('/api/sessions');
      expect([list.total, list.found, list.sessions]).toEqual([0, 0, []]);
    }
  }
});

test('a damaged session can be read in every view; its health says what is wrong, and mending helps', async () => {
  const kinds = ['dangling-parent', 'removed-result', 'joined-lines', 'torn-last-line'];
  const { home, sessions } = plantHome([['parallel-tools', 'agent'], ['compaction']], (bytes, n) =>
    n === 0 ? damage(bytes, { seed: 'server', kinds }) : bytes,
  );
  const server = await serve(home);
  const key = sessions[0]?.sessionId;
  for (const view of VIEWS) await server.get(`/api/sessions/${key}${view}`);
  const health = await server.get<HealthAnswer>(`/api/sessions/${key}/health`);
  expect(health.counts.errors + health.counts.warnings).toBeGreaterThan(0);
  const more = await server.get<HealthMoreAnswer>(`/api/sessions/${key}/health/more`);
  expect(more.mended?.loads).toBeGreaterThanOrEqual(health.resume.loads);
  expect(health.problems.some(({ turn }) => turn !== undefined)).toBe(true);
  const list = await server.get<SessionsAnswer>('/api/sessions?traits=broken');
  expect(list.sessions.map((line) => line.key)).toEqual([key]);
  const { rows } = await server.get<RowsAnswer>(`/api/sessions/${key}/rows?count=500`);
  expect(rows.some(({ kind }) => kind === 'unreadable')).toBe(true);
  const repaired = await server.send<RepairAnswer>('POST', `/api/sessions/${key}/repair`, { dryRun: false });
  expect(repaired.clone?.loads.loads).toBe(repaired.after.loads);
});

test('a file of nothing but garbage, and one with hostile fields, break nothing', async () => {
  const home = makeFolder();
  const project = join(home, 'projects', '-tmp-x');
  mkdirSync(project, { recursive: true });
  const ids = ['aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002'];
  writeFileSync(join(project, `${ids[0]}.jsonl`), `\0\xff not json\n[1,2]\n{"type":\n`);
  const entry = (more: object) =>
    JSON.stringify({
      uuid: 'u1',
      parentUuid: 'u1',
      sessionId: ids[1],
      timestamp: 'never',
      cwd: '/x; rm -rf "$HOME"',
      ...more,
    });
  const input = JSON.parse('{"__proto__": {"polluted": true}, "a.b": "x", "command": {"deep": [[[[]]]]}}');
  writeFileSync(
    join(project, `${ids[1]}.jsonl`),
    [
      entry({
        type: 'user',
        message: { role: 'user', content: '<script>alert(1)</script>\u001b]0;x\u0007' },
      }),
      entry({
        type: 'assistant',
        uuid: 'u2',
        message: {
          id: 'm',
          role: 'assistant',
          content: [{ type: 'tool_use', id: '../../etc', name: 'constructor', input }],
        },
      }),
      entry({
        type: 'assistant',
        uuid: 'u3',
        parentUuid: 'u2',
        message: {
          id: 5,
          content: [
            null,
            7,
            { type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: 'PHN2Zz4=' } },
          ],
        },
      }),
    ].join('\n'),
  );
  const server = await serve(home);
  for (const id of ids) for (const view of VIEWS) await server.get(`/api/sessions/${id}${view}`);
  const head = await server.get<SessionHead>(`/api/sessions/${ids[1]}`);
  expect(head.resumeCommand).toBe(`cd '/x; rm -rf "$HOME"' && claude --resume ${ids[1]}`);
  const { rows } = await server.get<RowsAnswer>(`/api/sessions/${ids[1]}/rows`);
  for (const row of rows) if (row.kind === 'image') expect(row.image.src).toBeUndefined();
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('a result of 20 MB is a row like any other: short on the page, whole on demand, in pieces', async () => {
  const home = makeFolder();
  const project = join(home, 'projects', '-tmp-x');
  mkdirSync(project, { recursive: true });
  const id = 'bbbbbbbb-0000-4000-8000-000000000001';
  const big = `${'0123456789abcde\n'.repeat(1_310_720)}the needle`;
  const entry = (n: number, more: object) =>
    JSON.stringify({
      uuid: `u${n}`,
      parentUuid: n === 1 ? null : `u${n - 1}`,
      sessionId: id,
      cwd: '/x',
      timestamp: new Date(1e12 + n).toISOString(),
      ...more,
    });
  const usage = { input_tokens: 10, output_tokens: 5 };
  writeFileSync(
    join(project, `${id}.jsonl`),
    `${[
      entry(1, { type: 'user', message: { role: 'user', content: 'cat it' } }),
      entry(2, {
        type: 'assistant',
        message: {
          id: 'm1',
          role: 'assistant',
          model: 'claude-opus-4-5',
          usage,
          content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'cat big' } }],
        },
      }),
      entry(3, {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: big }] },
      }),
    ].join('\n')}\n`,
  );
  const server = await serve(home);
  const { rows } = await server.get<RowsAnswer>(`/api/sessions/${id}/rows`);
  const row = rows.find((one): one is WebToolRow => one.kind === 'tool');
  expect([row?.resultText.length, row?.resultLength]).toEqual([4000, big.length]);
  expect(JSON.stringify(rows).length).toBeLessThan(60_000);
  const url = `/api/sessions/${id}/rows/${row?.id}/text?path=resultText`;
  const first = await server.get<{ text: string; length: number }>(url);
  expect([first.text.length, first.length]).toEqual([1_000_000, big.length]);
  const last = await server.get<{ text: string }>(`${url}&offset=${big.length - 10}`);
  expect(last.text).toBe('the needle');
  const raw = await server.get<RawEntryAnswer>(`/api/sessions/${id}/entries/3`);
  expect([raw.cut, raw.text.length]).toEqual([true, 256 * 1024]);
  const found = await server.get<{ total: number }>(`/api/sessions/${id}/find?q=needle`);
  expect(found.total).toBe(1);
});

test('a file that vanishes while it is open is gone with a sentence, and the list goes on', async () => {
  const { home, sessions } = plantHome([['parallel-tools'], ['todos']]);
  const server = await serve(home);
  const key = sessions[0]?.sessionId;
  await server.get(`/api/sessions/${key}/rows`);
  rmSync(join(home, sessions[0]?.files[0]?.path ?? ''));
  for (const view of ['', '/rows', '/rows/1', '/context', '/health']) {
    const { error } = await server.get<ErrorAnswer>(`/api/sessions/${key}${view}`, 404);
    expect(['file-missing', 'unknown-session']).toContain(error.code);
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  }
  server.opened.context.store.filesChanged([]);
  expect((await server.get<SessionsAnswer>('/api/sessions')).total).toBe(1);
});

test('two homes with the same session have two keys', async () => {
  const { home, sessions } = plantHome([['todos']]);
  const other = plantHome([['todos']]);
  expect(other.sessions[0]?.sessionId).toBe(sessions[0]?.sessionId);
  const { openContext } = await import('../../src/server/open-context.ts');
  const opened = await openContext({
    homes: [home, other.home],
    dataDir: join(makeFolder(), 'd'),
    catalog: false,
  });
  const { sessions: stored } = await opened.context.store.list();
  expect(new Set(stored.map(({ key }) => key)).size).toBe(2);
  for (const { key, session } of stored)
    expect((await opened.context.store.find(key)).session.file).toBe(session.file);
  await expect(opened.context.store.find(sessions[0]?.sessionId ?? '')).rejects.toMatchObject({
    code: 'several-sessions',
  });
  await opened.close();
});

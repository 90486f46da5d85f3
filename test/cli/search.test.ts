import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer, prompt, TestHome } from '../../src/catalog/catalog.fixture.ts';
import type { CliContext } from '../../src/cli/context.ts';
import { type ClewRun, runClew } from './run-clew.ts';

let home: TestHome;
let data: string;
const API = '-home-dev-api/11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa.jsonl';
const WEB = '-home-dev-web/22222222-bbbb-4bbb-8bbb-bbbbbbbbbbbb.jsonl';

beforeAll(async () => {
  home = new TestHome();
  data = await mkdtemp(join(tmpdir(), 'clew-data-'));
  const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'grep -r lamp .' } };
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'lamp.ts\nlamps.ts' };
  home.put(API, [
    prompt('Fix the red lamp'),
    answer('', 1, { message: { id: 'm1', model: 'claude-opus-5', content: [call] } }),
    prompt('', 1, { uuid: 'r1', parentUuid: 'a1', message: { content: [result] } }),
    answer('The lamp was running dry', 2, { parentUuid: 'r1' }),
    prompt('Thanks \u001b]0;owned\u0007', 3, { parentUuid: 'a2' }),
  ]);
  home.put(WEB, [
    prompt('Paint a lamp', 1, {
      cwd: '/home/dev/web',
      gitBranch: 'feature/paint',
      timestamp: '2026-02-01T00:00:00Z',
    }),
    answer('Painted the lamp blue', 1, { timestamp: '2026-02-01T00:01:00Z' }),
    { type: 'custom-title', customTitle: 'Painting lamps' },
  ]);
  home.put(`${API.slice(0, -6)}/subagents/agent-abc123.jsonl`, [
    prompt('Search oil for the lamp', 1, { isSidechain: true, agentId: 'abc123' }),
  ]);
});
afterAll(async () => {
  home.remove();
  await rm(data, { recursive: true, force: true });
});

function search(words: readonly string[], more: Partial<CliContext> = {}): Promise<ClewRun> {
  return runClew(['search', '--home', home.home, ...words], { env: { CLEW_DATA_DIR: data }, ...more });
}

async function lines(...words: string[]): Promise<string[]> {
  const { out } = await search([...words, '--json']);
  return JSON.parse(out).hits.map((hit: { file: string; line: number }) => {
    const name = hit.file.includes('agent-') ? 'agent' : hit.file.includes('1111') ? 'api' : 'web';
    return `${name}:${hit.line}`;
  });
}

test('hits grouped by session, the newest first, each with its place and the way to it', async () => {
  const { code, out, err } = await search(['blue OR dry']);
  expect(code).toBe(0);
  expect(out).toBe(
    [
      'Painting lamps   web  2026-02-01T00:01:00Z',
      `  ${home.path(WEB)}:2  answer · turn 1 · 2026-02-01T00:01:00Z`,
      '    Painted the lamp blue',
      `  → clew show 22222222 --home ${home.home} --turn 1`,
      '',
      'Fix the red lamp   api  2026-01-01T10:03:00Z',
      `  ${home.path(API)}:4  answer · turn 1 · 2026-01-01T10:02:30Z`,
      '    The lamp was running dry',
      `  → clew show 11111111 --home ${home.home} --turn 1`,
      '',
      '',
    ].join('\n'),
  );
  expect(err).toMatch(/^2 hits in 2 sessions, \d+ ms\.\n$/);
});

test('words, phrases, beginnings, exclusions and alternatives', async () => {
  expect(await lines('red', 'lamp')).toEqual(['api:1']);
  expect(await lines('"red lamp"')).toEqual(['api:1']);
  expect(await lines('"lamp red"')).toEqual([]);
  expect(await lines('paint*')).toEqual(['web:3', 'web:2', 'web:1']);
  expect(await lines('run')).toEqual(['api:4']);
  expect(await lines('lamp -painted -paint -red -grep -ts')).toEqual(['api:4', 'agent:1']);
  expect(await lines('red OR blue')).toEqual(['web:2', 'api:1']);
});

test('filters narrow a search', async () => {
  expect(await lines('lamp', '--project', 'web')).toEqual(['web:3', 'web:2', 'web:1']);
  expect(await lines('lamp', '--kind', 'prompt', '--agent', 'none')).toEqual(['web:1', 'api:1']);
  expect(await lines('lamp', '--kind', 'prompt,title', '--role', 'user')).toEqual([
    'web:3',
    'web:1',
    'api:1',
    'agent:1',
  ]);
  expect(await lines('lamp', '--tool', 'bash')).toEqual(['api:2', 'api:3']);
  expect(await lines('lamp', '--role', 'tool')).toEqual(['api:3']);
  expect(await lines('lamp', '--model', 'opus', '--project', 'api')).toEqual(['api:4', 'api:2']);
  expect(await lines('lamp', '--branch', 'paint')).toEqual(['web:1']);
  expect(await lines('lamp', '--session', '2222')).toEqual(['web:3', 'web:2', 'web:1']);
  expect(await lines('lamp', '--session', 'project:web')).toEqual(['web:3', 'web:2', 'web:1']);
  expect(await lines('lamp', '--agent', 'abc')).toEqual(['agent:1']);
  expect(await lines('lamp', '--agent', 'all')).toEqual(['agent:1']);
  expect(await lines('lamp', '--since', '2026-02-01')).toEqual(['web:3', 'web:2', 'web:1']);
  expect(await lines('lamp', '--until', '2026-01-01', '--kind', 'answer')).toEqual(['api:4']);
  expect(await lines('lamp', '-n', '1')).toEqual(['web:3']);
});

test('--session with an agent’s file that names no session is refused, not taken for all; --agent finds it', async () => {
  const stray = '-home-dev-api/agent-5747a9.jsonl';
  home.put(stray, [
    { type: 'user', uuid: 's1', isSidechain: true, agentId: '5747a9', message: { content: 'Trim the wick' } },
  ]);
  for (const named of [join(home.home, 'projects', stray), 'agent-5747a9']) {
    const { code, out, err } = await search(['wick', '--session', named]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('is an agent’s file that names no session.');
  }
  expect(await lines('wick', '--agent', '5747a9')).toEqual(['agent:1']);
});

test('--regex and --substring search the files, by the same filters', async () => {
  expect(await lines('--regex', 'lamps?\\.ts')).toEqual(['api:3']);
  expect(await lines('--substring', 'grep -r')).toEqual(['api:2']);
  expect(await lines('--substring', 'PAINTED THE')).toEqual([]);
  expect(await lines('--substring', '-i', 'PAINTED THE')).toEqual(['web:2']);
  expect(await lines('--regex', 'lamp', '--tool', 'Bash', '--kind', 'tool-result')).toEqual(['api:3']);
});

test('--json: one document in the shape that is promised', async () => {
  const { out } = await search(['blue', '--json']);
  const found = JSON.parse(out);
  expect(found).toEqual({
    query: 'blue',
    total: 1,
    sessions: 1,
    tookMs: expect.any(Number),
    hits: [
      {
        sessionId: '22222222-bbbb-4bbb-8bbb-bbbbbbbbbbbb',
        file: home.path(WEB),
        line: 2,
        offset: expect.any(Number),
        kind: 'answer',
        role: 'assistant',
        model: 'claude-opus-5',
        timestamp: '2026-02-01T00:01:00.000Z',
        score: expect.any(Number),
        snippet: 'Painted the lamp blue',
        marks: [[17, 21]],
        turn: 1,
        uuid: 'a1',
      },
    ],
  });
});

test('on a terminal hits are marked, no line of it is a path, and nothing steers it', async () => {
  const { out } = await search(['thanks OR blue'], { terminal: true, color: true, columns: 60 });
  expect(out).toContain('\u001b[33mblue\u001b[39m');
  expect(out).not.toContain(home.home.concat('/projects'));
  expect(out.replaceAll(/\u001b\[\d+m/g, '')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(stringWidth(out.split('\n')[0] ?? '')).toBeLessThanOrEqual(60);
});

test('without the catalog the answers are the same, and nothing is written', async () => {
  const other = join(data, 'none');
  const run = await search(['lamp', '--json', '--no-catalog'], { env: { CLEW_DATA_DIR: other } });
  const hits = (text: string) => JSON.parse(text).hits.map(({ score: _, ...hit }: { score: number }) => hit);
  expect(hits(run.out)).toEqual(hits((await search(['lamp', '--json'])).out));
  await expect(import('node:fs/promises').then(({ stat }) => stat(other))).rejects.toThrow('ENOENT');
});

test('a line appended a moment ago is found', async () => {
  home.append(WEB, [prompt('A brand new chandelier', 2, { parentUuid: 'a1' })]);
  expect(await lines('chandelier')).toEqual(['web:4']);
});

test('nothing found is exit 1; what cannot be asked is refused with what helps', async () => {
  expect(await search(['nothinglikethis'])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('Nothing was found'),
  });
  const refused = async (...words: string[]) => {
    const { code, out, err } = await search(words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    return err;
  };
  expect(await refused('&&')).toContain('--substring');
  expect(await refused('--', '-lamp')).toContain('Add a word');
  expect(await refused('lamp', '--kind', 'poem')).toContain('prompt, answer');
  expect(await refused('lamp', '--since', 'soon')).toContain('--since');
  expect(await refused('lamp', '-n', '0')).toContain('--most');
  expect(await refused('--regex', '(')).toContain('--regex');
  expect(await refused('--regex', '--substring', 'x')).toContain('either');
});

test('a catalog that cannot be written is refused with the way around it', async () => {
  const file = join(data, 'a-file');
  await import('node:fs/promises').then(({ writeFile }) => writeFile(file, ''));
  const { code, err } = await search(['lamp'], { env: { CLEW_DATA_DIR: join(file, 'x') } });
  expect(code).toBe(2);
  expect(err).toMatch(/cannot be (?:made|opened).*--no-catalog/s);
});

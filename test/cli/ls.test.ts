import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CliContext } from '../../src/cli/context.ts';
import { type ClewRun, runClew } from './run-clew.ts';

let home: string;
let data: string;
const OLD = new Date('2026-03-01T00:00:00Z');

function ls(...words: string[]): Promise<ClewRun> {
  return runLs(words);
}

function runLs(words: readonly string[], more: Partial<CliContext> = {}): Promise<ClewRun> {
  return runClew(['ls', '--home', home, ...words], { env: { CLEW_DATA_DIR: data }, ...more });
}

async function put(
  path: string,
  values: readonly object[],
  modified: Date = OLD,
  into: string = home,
): Promise<void> {
  const file = join(into, 'projects', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  await utimes(file, modified, modified);
}

function session(text: string, day: string, cwd: string, turns: number, tokens: number): object[] {
  const lines: object[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const timestamp = `2026-${day}T10:0${turn}:00.000Z`;
    const usage = { input_tokens: tokens, output_tokens: 5 };
    lines.push(
      {
        type: 'user',
        uuid: `u${turn}`,
        parentUuid: turn ? `a${turn - 1}` : null,
        timestamp,
        cwd,
        message: { content: turn ? 'go \u001b]0;owned\u0007\u001b[31mon\u009b1m' : text },
      },
      {
        type: 'assistant',
        uuid: `a${turn}`,
        parentUuid: `u${turn}`,
        timestamp,
        message: { id: `m${turn}`, model: 'claude-x', content: [], usage },
      },
    );
  }
  return lines;
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'clew-ls-'));
  data = await mkdtemp(join(tmpdir(), 'clew-data-'));
  await put('-home-dev-api/11111111-aaaa.jsonl', session('Fix the lamp', '03-01', '/home/dev/api', 1, 500));
  await put(
    '-home-dev-api/22222222-bbbb.jsonl',
    session('A red herring 灯台', '03-03', '/home/dev/api', 3, 182_400),
  );
  await put(
    '-home-dev-web/33333333-cccc.jsonl',
    session('Paint the wall', '01-02', '/home/dev/web', 2, 1_200_000),
  );
  await put('-home-dev-web/44444444-dddd.jsonl', [{ type: 'file-history-snapshot', messageId: 'x' }]);
  await put('-home-dev-web/55555555-eeee.jsonl', []);
  await put('-home-dev-web/66666666-ffff/subagents/agent-x1.jsonl', [
    { type: 'user', isSidechain: true, agentId: 'x1' },
  ]);
});
afterAll(async () => {
  for (const folder of [home, data]) await rm(folder, { recursive: true, force: true });
});

test('in a pipe: whole ids, paths and ISO dates, the newest first, titles last and whole', async () => {
  const { code, out } = await ls();
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    '   session        project        turns  tokens    size              modified  title',
    expect.stringMatching(
      /^● {2}22222222-bbbb {2}\/home\/dev\/api {6}3 {4}182k .* 2026-03-03T10:02:00Z {2}A red herring 灯台$/,
    ),
    expect.stringMatching(
      /^● {2}11111111-aaaa {2}\/home\/dev\/api {6}1 {5}500 .* 2026-03-01T10:00:00Z {2}Fix the lamp$/,
    ),
    expect.stringMatching(
      /^● {2}33333333-cccc {2}\/home\/dev\/web {6}2 {4}1\.2M .* 2026-01-02T10:01:00Z {2}Paint the wall$/,
    ),
    '',
  ]);
  expect(out).not.toContain('\t');
});

test('on a terminal: short ids, ages, and no line wider than the terminal', async () => {
  for (const columns of [40, 60, 80, 160]) {
    const { out } = await runLs([], { terminal: true, columns });
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  }
  const { out } = await runLs([], { terminal: true, columns: 100 });
  expect(out.split('\n')[1]).toMatch(/^● {2}22222222 {2}A red herring 灯台 +api +3 +182k +[\d.]+ \w+ +1 d$/);
});

test('control sequences of a session never reach the terminal', async () => {
  const { out } = await runLs(['--long'], { terminal: true, columns: 200 });
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(out).toContain('go on');
});

test('filters by project, time and number', async () => {
  const ids = async (...words: string[]) =>
    [...(await ls(...words)).out.matchAll(/(\d)\1{7}-/g)].map((match) => match[1]);
  expect(await ids('--project', 'api')).toEqual(['2', '1']);
  expect(await ids('--project', '/home/dev/web')).toEqual(['3']);
  expect(await ids('--since', '2d')).toEqual(['2']);
  expect(await ids('--until', '2026-03-01', '--since', '2026-03-01')).toEqual(['1']);
  expect(await ids('-n', '1')).toEqual(['2']);
  expect(await ids('--sort', 'tokens')).toEqual(['3', '2', '1']);
  expect(await ids('--sort', 'turns', '-n', '2')).toEqual(['2', '3']);
  expect(await ids('--sort', 'title')).toEqual(['2', '1', '3']);
  expect(await ids('--sort', 'created', '--reverse')).toEqual(['3', '1', '2']);
});

test('[F4] --all shows empty files, files without a conversation, and agents whose session is gone', async () => {
  const { out } = await ls('--all');
  expect(out).toMatch(/^◌ {2}44444444-dddd .*\(no prompt\)$/m);
  expect(out).toMatch(/^◌ {2}55555555-eeee .*\(empty file\)$/m);
  expect(out).toMatch(/^✕ {2}66666666-ffff .*\(the session is gone, its agents are there\)$/m);
});

test('--json: one document; what is not known is left out', async () => {
  const { out } = await ls('--json');
  const { sessions } = JSON.parse(out);
  expect(sessions).toHaveLength(3);
  expect(sessions[1]).toEqual({
    sessionId: '11111111-aaaa',
    file: join(home, 'projects', '-home-dev-api', '11111111-aaaa.jsonl'),
    project: '/home/dev/api',
    title: 'Fix the lamp',
    titleSource: 'prompt',
    firstPrompt: 'Fix the lamp',
    lastPrompt: 'Fix the lamp',
    created: '2026-03-01T10:00:00.000Z',
    modified: '2026-03-01T10:00:00.000Z',
    fileModified: OLD.toISOString(),
    bytes: expect.any(Number),
    lines: 2,
    turns: 1,
    toolCalls: 0,
    contextTokens: 500,
    outputTokens: 5,
    outputAtLeast: true,
    branches: 1,
    agents: 0,
    model: 'claude-x',
    unpriced: ['claude-x'],
    health: 'ok',
    problems: 0,
    unreadableLines: 0,
  });
});

test('[K3] [K5] what sessions cost, from the catalog and from the files: each by itself, with its agents', async () => {
  const own = await mkdtemp(join(tmpdir(), 'clew-ls-cost-'));
  try {
    const answer = (id: string, output: number, model: string = 'claude-sonnet-4-5-20250929') => ({
      type: 'assistant',
      uuid: id,
      timestamp: '2026-03-01T10:00:00.000Z',
      message: {
        id,
        model,
        content: [],
        stop_reason: 'end_turn',
        usage: { input_tokens: 0, output_tokens: output },
      },
    });
    const prompt = {
      type: 'user',
      uuid: 'u',
      timestamp: '2026-03-01T09:00:00.000Z',
      message: { content: 'x' },
    };
    // $15 a million of output: $1.50 and $3.00 of an agent; $3.00 without a repeated line; what no price is known for.
    await put('-cost/11111111-aaaa.jsonl', [prompt, answer('a', 100_000)], OLD, own);
    await put('-cost/11111111-aaaa/subagents/agent-x.jsonl', [answer('b', 200_000)], OLD, own);
    await put('-cost/22222222-bbbb.jsonl', [prompt, answer('c', 200_000), answer('c', 200_000)], OLD, own);
    await put('-cost/33333333-cccc.jsonl', [prompt, answer('d', 10, 'claude-unheard-of')], OLD, own);
    const run = (...words: string[]) =>
      runClew(['ls', '--home', own, '--sort', 'cost', ...words], {
        env: { CLEW_DATA_DIR: join(own, 'data') },
      });
    const { sessions } = JSON.parse((await run('--json')).out);
    expect(sessions.map((one: { costUSD?: number }) => one.costUSD)).toEqual([4.5, 3, undefined]);
    expect(sessions[2].unpriced).toEqual(['claude-unheard-of']);
    expect(JSON.parse((await run('--json', '--no-catalog')).out)).toEqual({ sessions });
    const rows = (await run('--long', '-n', '2')).out.split('\n');
    expect(rows[0]).toMatch(/ size +cost +/);
    expect(rows.slice(1).join('\n')).toMatch(/11111111.* \$4\.50 [\s\S]*22222222.* \$3\.00 /);
    expect((await run('--reverse', '-n', '1')).out).toMatch(/33333333.* \? /);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
});

test('a session written to in the last minutes is live', async () => {
  const now = () => new Date(OLD.getTime() + 60_000);
  const { out } = await runLs([], { now });
  expect(out).toMatch(/^○ {2}11111111/m);
  expect((await ls()).out).not.toContain('○');
});

test('--projects: one line a project', async () => {
  const { out } = await ls('--projects');
  expect(out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2).join(' | '))).toEqual([
    'project | sessions',
    '/home/dev/api | 2',
    '/home/dev/web | 2',
    '',
  ]);
  const { projects } = JSON.parse((await ls('--projects', '--json', '--project', 'web')).out);
  expect(projects).toEqual([
    {
      project: '/home/dev/web',
      slug: '-home-dev-web',
      sessions: 2,
      bytes: expect.any(Number),
      modified: expect.any(String),
    },
  ]);
});

test('projects that do not fit are not said to be no sessions at all', async () => {
  for (const words of [['--projects'], ['--projects', '--no-catalog'], []]) {
    const { code, err } = await ls(...words, '--since', '1min');
    expect([code, err], words.join(' ')).toEqual([1, 'clew: No session fits.\n']);
  }
});

test('the list from the files alone is the same', async () => {
  for (const words of [[], ['--all'], ['--json'], ['--projects'], ['--long', '--sort', 'title']]) {
    expect((await ls(...words, '--no-catalog')).out).toBe((await ls(...words)).out);
  }
});

test('the first of the list is the one that “latest” means', async () => {
  const { sessions } = JSON.parse((await ls('--json', '-n', '1')).out);
  const { out } = await runClew(['show', 'latest', '--home', home, '--json']);
  expect(JSON.parse(out).session.sessionId).toBe(sessions[0].sessionId);
});

test('nothing to list is a sentence and exit 1', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'clew-empty-'));
  const none = await runClew(['ls', '--home', empty], { env: { CLEW_DATA_DIR: data } });
  await rm(empty, { recursive: true });
  expect(none).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/There are no sessions in .*clew demo/s),
  });
  expect(await ls('--project', 'nothing')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('“nothing”'),
  });
  expect(await ls('--since', '1h', '--json')).toMatchObject({ code: 1, out: '{\n  "sessions": []\n}\n' });
});

test('a flag that makes no sense is refused', async () => {
  expect(await ls('--since', 'soon')).toMatchObject({ code: 2, err: expect.stringContaining('--since') });
  expect(await ls('-n', '0')).toMatchObject({ code: 2, err: expect.stringContaining('--most') });
});

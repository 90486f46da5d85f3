import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Machine } from './machine.ts';
import { type Selection, selectSession } from './select-session.ts';
import { slugOf, wholeSlugOf } from './slug.ts';

const S1 = 'aaaa1111-1111-4111-8111-111111111111';
const S2 = 'aaaa2222-2222-4222-8222-222222222222';
const S3 = 'bbbb3333-3333-4333-8333-333333333333';
const EMPTY = 'cccc4444-4444-4444-8444-444444444444';
const ORPHAN = 'dddd5555-5555-4555-8555-555555555555';

let root: string;
let home: string;
let machine: Machine;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'clew-select-'));
  home = join(root, 'home');
  machine = { env: {}, homeDirectory: root, workingDirectory: root, platform: 'linux' };
  await put(`projects/-w-app/${S1}.jsonl`, '{}\n', 1000);
  await put(`projects/-w-app/${S2}.jsonl`, '{}\n', 3000);
  await put(`projects/-w-app-server/${S3}.jsonl`, '{}\n', 2000);
  await put(`projects/-w-app/${EMPTY}.jsonl`, '', 9000);
  await put(`projects/-w-app/agent-1a2b3c4.jsonl`, `{"sessionId":"${S1}"}\n`, 8000);
  await put(`projects/-w-app/${S2}/subagents/workflows/r/agent-a52886dc180afb356.jsonl`, '{}\n', 8000);
  await put(`projects/-w-app/${ORPHAN}/tool-results/x.txt`, 'x', 1000);
  await mkdir(join(home, 'projects/-w-nothing'));
  await writeFile(join(root, 'loose.jsonl'), '{}\n');
  await writeFile(join(root, 'binary'), new Uint8Array([0, 255, 0]));
  await mkdir(join(root, 'somewhere'));
});

afterAll(() => rm(root, { recursive: true }));

async function put(path: string, text: string, time: number): Promise<void> {
  const file = join(home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  await utimes(file, time, time);
}

function select(selector: string, homes: readonly string[] = [home]): Promise<Selection> {
  return selectSession(selector, { homes, machine });
}

function fileOf(project: string, sessionId: string): string {
  return join(home, 'projects', project, `${sessionId}.jsonl`);
}

test('a whole id and any unique prefix select a session, in either case', async () => {
  expect(await select(S1)).toMatchObject({
    kind: 'session',
    file: fileOf('-w-app', S1),
    session: { sessionId: S1 },
  });
  expect((await select('AAAA1')).file).toBe(fileOf('-w-app', S1));
  expect((await select('b')).file).toBe(fileOf('-w-app-server', S3));
});

test('latest is the main session written to last; agents and empty files do not count', async () => {
  expect((await select('latest')).file).toBe(fileOf('-w-app', S2));
});

test('project:name is the newest session of the project whose slug is, ends in, or contains the name', async () => {
  expect((await select('project:-w-app')).file).toBe(fileOf('-w-app', S2));
  expect((await select('project:app')).file).toBe(fileOf('-w-app', S2));
  expect((await select('project:APP')).file).toBe(fileOf('-w-app', S2));
  expect((await select('project:server')).file).toBe(fileOf('-w-app-server', S3));
  expect((await select('project:app_serv')).file).toBe(fileOf('-w-app-server', S3));
  expect((await select('project:/w/app')).file).toBe(fileOf('-w-app', S2));
  const inside = { ...machine, workingDirectory: '/w/app.server' };
  expect((await selectSession('project:.', { homes: [home], machine: inside })).file).toBe(
    fileOf('-w-app-server', S3),
  );
});

test('a name that fits several projects is refused with the candidates, newest first', async () => {
  await expect(select('project:w-a')).rejects.toMatchObject({
    code: 'ambiguous-project',
    message: '“w-a” fits 2 projects: -w-app (1970-01-01 00:50), -w-app-server (1970-01-01 00:33).',
  });
});

test('an unknown project, a path that is none, and a project without sessions are refused', async () => {
  await expect(select('project:zebra')).rejects.toMatchObject({
    code: 'unknown-project',
    hint: expect.stringContaining('clew ls --projects'),
  });
  await expect(select('project:/w')).rejects.toMatchObject({ code: 'unknown-project' });
  await expect(select('project:')).rejects.toMatchObject({ code: 'unknown-project' });
  await expect(select('project:nothing')).rejects.toMatchObject({ code: 'empty-project' });
});

test('[F2] an agent is selected by its id with or without “agent-”, or a prefix, and knows its session', async () => {
  const flat = { kind: 'agent', agent: { agentId: '1a2b3c4', layout: 'flat', sessionId: S1 } };
  expect(await select('agent-1a2b3c4')).toMatchObject(flat);
  expect(await select('1a2b')).toMatchObject(flat);
  const nested = { kind: 'agent', agent: { agentId: 'a52886dc180afb356', workflow: 'r', sessionId: S2 } };
  expect(await select('a52886dc180afb356')).toMatchObject(nested);
  expect(await select('agent-a5')).toMatchObject(nested);
});

test('a path selects a session or agent of any home, listed or not', async () => {
  expect(await select(fileOf('-w-app', S1), [])).toMatchObject({
    kind: 'session',
    session: { home, project: '-w-app' },
  });
  expect(await select(`home/projects/-w-app/../-w-app/${S2}.jsonl`)).toMatchObject({
    kind: 'session',
    session: { sessionId: S2, agents: [{ agentId: 'a52886dc180afb356' }] },
  });
  const agent = join(home, 'projects/-w-app', S2, 'subagents/workflows/r/agent-a52886dc180afb356.jsonl');
  expect(await select(agent, [])).toMatchObject({ kind: 'agent', file: agent, agent: { sessionId: S2 } });
  const flat = '~/home/projects/-w-app/agent-1a2b3c4.jsonl';
  expect(await select(flat, [])).toMatchObject({ kind: 'agent', agent: { sessionId: S1 } });
});

test('a file outside any home is selected as it is, even a binary one', async () => {
  const loose = { kind: 'loose', file: join(root, 'loose.jsonl'), sessionId: 'loose' };
  expect(await select('loose.jsonl', [])).toEqual(loose);
  expect(await select('./loose.jsonl')).toEqual(loose);
  expect(await select('binary')).toEqual({ kind: 'loose', file: join(root, 'binary'), sessionId: 'binary' });
});

test('[F4] an empty session named by its whole id or path is an empty file, not an error', async () => {
  const empty = { kind: 'loose', file: fileOf('-w-app', EMPTY), sessionId: EMPTY };
  expect(await select(EMPTY)).toEqual(empty);
  expect(await select(fileOf('-w-app', EMPTY))).toEqual(empty);
  await expect(select('cccc')).rejects.toMatchObject({ code: 'unknown-session' });
});

test('an ambiguous prefix is refused with the candidates, their projects and dates, newest first', async () => {
  await expect(select('aaaa')).rejects.toMatchObject({
    name: 'Refusal',
    code: 'ambiguous-selector',
    message: `“aaaa” fits 2 sessions: ${S2} (-w-app, 1970-01-01 00:50), ${S1} (-w-app, 1970-01-01 00:16).`,
    hint: 'Give more characters of the id, or a path.',
  });
});

test('of many candidates five are named; copies of one id are told apart by path', async () => {
  const other = join(root, 'other');
  for (let i = 0; i < 7; i++) {
    await mkdir(join(other, `projects/-p${i}`), { recursive: true });
    await writeFile(join(other, `projects/-p${i}/same.jsonl`), '{}\n');
    await writeFile(join(other, `projects/-p${i}/many-${i}.jsonl`), '{}\n');
  }
  await expect(select('many', [other])).rejects.toMatchObject({
    message: expect.stringMatching(/^“many” fits 7 sessions: (many-\d \([^)]*\),? ){5}and 2 more\.$/),
  });
  await expect(select('same', [other])).rejects.toMatchObject({
    code: 'ambiguous-selector',
    hint: expect.stringMatching(/the same id: give the path, such as “.*same\.jsonl”/),
  });
});

test('an unknown id is refused with the nearest ids, or with the command that lists them', async () => {
  await expect(select('aaab1111')).rejects.toMatchObject({
    code: 'unknown-session',
    message: 'No session fits “aaab1111”.',
    hint: `Did you mean ${S1}?`,
  });
  await expect(select('zzzzzzzz')).rejects.toMatchObject({ hint: '`clew ls` lists the sessions.' });
});

test('a session of which only the folder is left is refused as such', async () => {
  await expect(select(ORPHAN)).rejects.toMatchObject({
    code: 'session-file-missing',
    hint: expect.stringContaining(join(home, 'projects/-w-app', ORPHAN)),
  });
});

test('a directory, a missing path, no selector and no sessions are refused in one sentence each', async () => {
  for (const directory of ['somewhere', './somewhere', '.', home]) {
    await expect(select(directory)).rejects.toMatchObject({ code: 'is-a-directory' });
  }
  await expect(select('no/such.jsonl')).rejects.toMatchObject({
    code: 'file-missing',
    message: `There is no file “${root}/no/such.jsonl”.`,
  });
  await expect(select('such.jsonl')).rejects.toMatchObject({ code: 'file-missing' });
  await expect(select('a\0/b.jsonl')).rejects.toMatchObject({ code: 'file-missing' });
  await expect(select('a\0b')).rejects.toMatchObject({ code: 'unknown-session' });
  await expect(select(' ')).rejects.toMatchObject({ code: 'empty-selector' });
  const bare = join(root, 'somewhere');
  for (const selector of ['latest', 'project:x', 'abcd']) {
    await expect(select(selector, [bare])).rejects.toMatchObject({
      code: 'no-sessions',
      message: `There are no sessions in “${bare}”.`,
    });
  }
});

test('[F1] the path of a long project finds its newest session in the folders of old and new clients alike', async () => {
  const other = join(root, 'long');
  const path = `/w/${'x'.repeat(220)}`;
  for (const [i, slug] of [slugOf(path), wholeSlugOf(path)].entries()) {
    await mkdir(join(other, 'projects', slug), { recursive: true });
    await writeFile(join(other, 'projects', slug, `long-${i}.jsonl`), '{}\n');
    await utimes(join(other, 'projects', slug, `long-${i}.jsonl`), i + 1, i + 1);
  }
  expect(await select(`project:${path}`, [other])).toMatchObject({ session: { sessionId: 'long-1' } });
});

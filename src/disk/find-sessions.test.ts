import { chmod, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asNobody, hasUsers } from './as-nobody.fixture.ts';
import { assignAgents, findAgents, readAgentSessionId } from './assign-agents.ts';
import { findSessions, findSessionsAround } from './find-sessions.ts';

const S1 = '11111111-1111-4111-8111-111111111111';
const S2 = '22222222-2222-4222-8222-222222222222';

let root: string;
let home: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clew-find-'));
  home = join(root, 'home');
  await mkdir(join(home, 'projects'), { recursive: true });
});

afterEach(() => rm(root, { recursive: true }));

async function put(path: string, text = '{"type":"user"}\n'): Promise<string> {
  const file = join(home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

test('[F1] a session is any .jsonl of a project folder, with its size and time', async () => {
  const file = await put(`projects/-a/${S1}.jsonl`);
  await utimes(file, 1000, 2000);
  await put('projects/-b/named-by-hand.jsonl');
  await put('projects/-b/notes.txt');
  await put('projects/-b/.hidden.jsonl');
  await put('projects/outside.jsonl');
  const { sessions, projects } = await findSessions([home]);
  expect(sessions.map((session) => session.sessionId)).toEqual([S1, 'named-by-hand']);
  expect(sessions[0]).toEqual({
    home,
    project: '-a',
    sessionId: S1,
    file,
    bytes: 16,
    modified: 2_000_000,
    folder: undefined,
    agents: [],
  });
  expect(projects.map((project) => project.slug)).toEqual(['-a', '-b']);
});

test('[F1] a home without projects, or one that is gone, is an empty result without problems', async () => {
  const listing = await findSessions([join(root, 'nowhere'), root]);
  expect(listing).toEqual({
    projects: [],
    sessions: [],
    looseAgents: [],
    orphans: [],
    emptyFiles: [],
    problems: [],
  });
});

test('[F2] nested agents are found at any depth, with workflow and meta file', async () => {
  await put(`projects/-a/${S1}.jsonl`);
  const plain = await put(`projects/-a/${S1}/subagents/agent-a52886dc180afb356.jsonl`);
  const meta = await put(`projects/-a/${S1}/subagents/agent-a52886dc180afb356.meta.json`, '{}');
  const deep = await put(`projects/-a/${S1}/subagents/workflows/run-1/inner/agent-acompact-7.jsonl`);
  await put(`projects/-a/${S1}/subagents/workflows/run-1/journal.jsonl`);
  await put(`projects/-a/${S1}/subagents/agent-empty.jsonl`, '');
  const [session] = (await findSessions([home])).sessions;
  expect(session?.folder).toBe(join(home, 'projects', '-a', S1));
  expect(session?.agents).toMatchObject([
    { agentId: 'a52886dc180afb356', file: plain, metaFile: meta, layout: 'nested', sessionId: S1 },
    { agentId: 'acompact-7', file: deep, workflow: 'run-1', sessionId: S1 },
  ]);
  expect(session?.agents[0]?.workflow).toBeUndefined();
  expect(session?.agents[1]?.metaFile).toBeUndefined();
});

test('[F2] flat agents are loose until their content is read, then belong to the session it names', async () => {
  const file = await put(`projects/-a/${S1}.jsonl`);
  const agent = await put(
    'projects/-a/agent-1a2b3c4.jsonl',
    `torn {\n\n{"sessionId":"${S1}","agentId":"1a2b3c4"}\n`,
  );
  await put('projects/-a/agent-lost.jsonl', '{"sessionId":"gone"}\n');
  await put('projects/-b/agent-moved.jsonl', `{"sessionId":"${S1}"}\n`);
  const listing = await findSessions([home]);
  expect(listing.sessions[0]?.agents).toEqual([]);
  expect(listing.looseAgents.map((one) => [one.agentId, one.sessionId])).toEqual([
    ['1a2b3c4', undefined],
    ['lost', undefined],
    ['moved', undefined],
  ]);
  const assigned = await assignAgents(listing);
  expect(assigned.sessions[0]?.agents.map((one) => [one.file, one.sessionId])).toEqual([
    [agent, S1],
    [join(home, 'projects/-b/agent-moved.jsonl'), S1],
  ]);
  expect(assigned.looseAgents).toMatchObject([{ agentId: 'lost', sessionId: 'gone' }]);
  const around = await findSessionsAround(file);
  expect(await findAgents(around?.sessions[0] ?? expect.fail())).toMatchObject([{ agentId: '1a2b3c4' }]);
});

test('[F2] with a copy of the session in two projects, an agent goes to the one beside it', async () => {
  await put(`projects/-a/${S1}.jsonl`);
  await put(`projects/-b/${S1}.jsonl`);
  await put('projects/-b/agent-x.jsonl', `{"sessionId":"${S1}"}\n`);
  const { sessions } = await assignAgents(await findSessions([home]));
  expect(sessions.map((session) => session.agents.length)).toEqual([0, 1]);
});

test('[F2] a first line larger than what is read at once still tells its session', async () => {
  const file = await put(
    'projects/-a/agent-x.jsonl',
    `{"text":"${'x'.repeat(100_000)}","sessionId":"${S2}"}\n`,
  );
  expect(await readAgentSessionId(file)).toBe(S2);
  expect(await readAgentSessionId(join(home, 'vanished.jsonl'))).toBeUndefined();
});

test('[F4] zero-byte files are nothing, but can be counted', async () => {
  const empty = await put(`projects/-a/${S1}.jsonl`, '');
  const emptyAgent = await put('projects/-a/agent-x.jsonl', '');
  const listing = await findSessions([home]);
  expect(listing.sessions).toEqual([]);
  expect(listing.looseAgents).toEqual([]);
  expect(listing.emptyFiles).toEqual([empty, emptyAgent]);
});

test('[F2] a session folder without a session file, or with an empty one, is an orphan with its agents', async () => {
  await put(`projects/-a/${S1}/subagents/agent-x.jsonl`);
  await put(`projects/-a/${S2}.jsonl`, '');
  await put(`projects/-a/${S2}/tool-results/r.txt`);
  await put('projects/-a/by-hand/tool-results/r.txt');
  await put('projects/-a/memory/MEMORY.md');
  const { orphans } = await findSessions([home]);
  expect(orphans.map((orphan) => [orphan.sessionId, orphan.agents.length])).toEqual([
    [S1, 1],
    [S2, 0],
    ['by-hand', 0],
  ]);
});

test('links to project folders and session files are followed, and the same file is never listed twice', async () => {
  await put(`projects/-a/${S1}.jsonl`);
  const outside = join(root, 'outside');
  await mkdir(outside);
  await writeFile(join(outside, `${S2}.jsonl`), '{}\n');
  await symlink(outside, join(home, 'projects', '-linked'));
  await symlink(join(home, 'projects', '-a'), join(home, 'projects', '-alias'));
  await symlink(`${S1}.jsonl`, join(home, 'projects', '-a', 'latest-alias.jsonl'));
  await writeFile(join(root, 'single.jsonl'), '{}\n');
  await symlink(join(root, 'single.jsonl'), join(home, 'projects', '-a', 'single.jsonl'));
  const { sessions, problems } = await findSessions([home]);
  expect(sessions.map((one) => [one.project, one.sessionId])).toEqual([
    ['-a', S1],
    ['-a', 'single'],
    ['-linked', S2],
  ]);
  expect(problems).toEqual([]);
});

test('links that lead in a circle or nowhere never loop', async () => {
  await put(`projects/-a/${S1}.jsonl`);
  await put(`projects/-a/${S1}/subagents/agent-x.jsonl`);
  await symlink('..', join(home, 'projects', '-a', S1, 'subagents', 'up'));
  await symlink('.', join(home, 'projects', '-self'));
  await symlink('-loop', join(home, 'projects', '-loop'));
  await symlink('nowhere', join(home, 'projects', '-a', 'dangling.jsonl'));
  const { sessions, problems } = await findSessions([home]);
  expect(sessions.map((one) => [one.project, one.sessionId, one.agents.length])).toEqual([['-a', S1, 1]]);
  expect(problems).toEqual([]);
});

test('a link to itself in the place of a session is a problem, not an exception', async () => {
  await put(`projects/-a/${S1}.jsonl`);
  await symlink('x.jsonl', join(home, 'projects', '-a', 'x.jsonl'));
  const { sessions, problems } = await findSessions([home]);
  expect(sessions).toHaveLength(1);
  expect(problems).toMatchObject([
    { rule: 'F1', severity: 'warning', path: join(home, 'projects/-a/x.jsonl') },
  ]);
});

test('two homes that share their projects by a link are listed once', async () => {
  await put(`projects/-a/${S1}.jsonl`);
  const other = join(root, 'other');
  await mkdir(other);
  await symlink(join(home, 'projects'), join(other, 'projects'));
  expect((await findSessions([home, other])).sessions).toHaveLength(1);
});

// Root may read everything: the effective user is changed instead, which worker threads cannot do.
test.skipIf(!hasUsers)(
  'a folder without permission is a problem, and the rest is listed',
  async (context) => {
    await put(`projects/-a/${S1}.jsonl`);
    await put(`projects/-closed/${S2}.jsonl`);
    const closed = join(home, 'projects', '-closed');
    await chmod(root, 0o755);
    await chmod(closed, 0);
    try {
      const { sessions, problems } = await asNobody(context, () => findSessions([home]));
      expect(sessions.map((one) => one.sessionId)).toEqual([S1]);
      expect(problems).toMatchObject([{ path: closed, message: `“${closed}” cannot be read (EACCES).` }]);
    } finally {
      await chmod(closed, 0o755);
    }
  },
);

test('files and folders that come and go while listing never throw', async () => {
  let going = true;
  async function churn(): Promise<void> {
    for (let i = 0; going; i = (i + 1) % 7) {
      await put(`projects/-p${i}/${S1}.jsonl`);
      await put(`projects/-p${i}/${S1}/subagents/agent-x.jsonl`);
      await rm(join(home, 'projects', `-p${(i + 3) % 7}`), { recursive: true, force: true });
    }
  }
  await put(`projects/-steady/${S2}.jsonl`);
  const churning = churn();
  try {
    for (let i = 0; i < 100; i++) {
      const { sessions, problems } = await assignAgents(await findSessions([home]));
      expect(sessions.some((one) => one.sessionId === S2)).toBe(true);
      expect(problems).toEqual([]);
    }
  } finally {
    going = false;
    await churning;
  }
});

import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CORPUS, hasCorpus } from '../../test/corpus/corpus.ts';
import { assignAgents } from '../disk/assign-agents.ts';
import { findSessions } from '../disk/find-sessions.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { readLogFile } from '../disk/read-file.ts';
import type { Line } from '../log/line.ts';
import { glanceFile, glanceLines } from './glance-file.ts';
import { summariseFile, summariseLines } from './summarise-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clew-summarise-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;

async function sessionOf(text: string, own?: string): Promise<SessionFile> {
  const sessionId = `s${++count}`;
  const file = join(folder, `${sessionId}.jsonl`);
  await writeFile(file, text);
  const { size, mtimeMs } = await stat(file);
  return {
    file,
    bytes: size,
    modified: mtimeMs,
    home: folder,
    project: '-p',
    sessionId,
    folder: own,
    agents: [],
  };
}

const lines = (...values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

const at = (second: number): string => new Date(Date.UTC(2026, 0, 2, 3, 4, second)).toISOString();

const prompt = (
  uuid: string,
  parentUuid: string | null,
  text: string,
  second: number,
  more: object = {},
) => ({
  type: 'user',
  uuid,
  parentUuid,
  timestamp: at(second),
  cwd: '/home/dev/harbor',
  message: { role: 'user', content: text },
  ...more,
});

const answer = (
  uuid: string,
  parentUuid: string,
  content: readonly object[],
  second: number,
  message: object = {},
) => ({
  type: 'assistant',
  uuid,
  parentUuid,
  timestamp: at(second),
  version: '2.1.5',
  gitBranch: 'main',
  message: {
    id: `m-${uuid}`,
    model: 'claude-opus-4-5',
    content,
    usage: {
      input_tokens: 10,
      cache_read_input_tokens: 1000,
      cache_creation_input_tokens: 90,
      output_tokens: 7,
    },
    ...message,
  },
});

const use = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } };
const result = { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a' }] };

test('[K1] [U3] a summary tells project, prompts, turns, calls, context size and who wrote it', async () => {
  const text = lines(
    { type: 'custom-title', customTitle: 'Harbor lights' },
    prompt('a', null, 'Fix the lamp', 1),
    answer('b', 'a', [use], 2),
    prompt('c', 'b', '', 3, { message: result }),
    answer('d', 'c', [{ type: 'text', text: 'done' }], 4, { stop_reason: 'end_turn' }),
    prompt('e', 'd', 'Thanks', 5),
    answer('f', 'e', [{ type: 'text', text: 'bye' }], 6, { stop_reason: 'end_turn' }),
  );
  const summary = await summariseFile(await sessionOf(text));
  expect(summary).toMatchObject({
    project: '/home/dev/harbor',
    title: 'Harbor lights',
    titleSource: 'custom-title',
    firstPrompt: 'Fix the lamp',
    lastPrompt: 'Thanks',
    created: Date.parse(at(1)),
    modified: Date.parse(at(6)),
    bytes: text.length,
    lines: 7,
    turns: 2,
    toolCalls: 1,
    contextTokens: 1100,
    outputTokens: 21,
    outputAtLeast: true,
    branches: 1,
    agents: 0,
    model: 'claude-opus-4-5',
    version: '2.1.5',
    gitBranch: 'main',
    health: 'ok',
    empty: false,
  });
});

test('[L1] a line that is not JSON, and a parent that is missing, show in the health', async () => {
  const good = lines(prompt('a', null, 'Hello', 1));
  expect(await summariseFile(await sessionOf(`${good}{"type":"us`))).toMatchObject({
    health: 'unreadable',
    unreadableLines: 1,
  });
  const dangling = lines(prompt('a', 'gone', 'Hello', 1));
  expect(await summariseFile(await sessionOf(dangling))).toMatchObject({ health: 'problems', problems: 1 });
});

test('[F4] a file with nothing that a person asked or a model said is empty', async () => {
  const warmUp = lines(prompt('a', null, 'Warmup', 1, { isSidechain: true }));
  const snapshot = lines({ type: 'file-history-snapshot', messageId: 'x', snapshot: {} });
  expect((await summariseFile(await sessionOf(warmUp))).empty).toBe(true);
  expect(await summariseFile(await sessionOf(snapshot))).toMatchObject({
    empty: true,
    created: undefined,
    turns: 0,
  });
});

test('[F2] agents inside the main file count, warm-ups and internal ones do not', async () => {
  const text = lines(
    prompt('a', null, 'Go', 1),
    prompt('b', null, 'Find all callers', 2, { isSidechain: true }),
    prompt('c', null, 'Warmup', 3, { isSidechain: true }),
    { type: 'progress', uuid: 'd', parentUuid: 'a', data: { type: 'agent_progress', agentId: 'x1' } },
    { type: 'progress', uuid: 'e', parentUuid: 'd', data: { type: 'agent_progress', agentId: 'x1' } },
  );
  const session = await sessionOf(text);
  const agent = join(folder, 'agent-y.jsonl');
  await writeFile(agent, lines(prompt('z', null, 'Warmup', 1, { isSidechain: true, agentId: 'y' })));
  const agents = [
    {
      ...session,
      file: agent,
      agentId: 'y',
      layout: 'flat' as const,
      workflow: undefined,
      metaFile: undefined,
    },
  ];
  expect((await summariseFile({ ...session, agents })).agents).toBe(2);
});

test('[F3] the title in the sidecar counts where no line names one', async () => {
  const own = join(folder, 'own');
  await mkdir(own);
  await writeFile(join(own, 'custom-title.json'), JSON.stringify({ customTitle: 'By hand' }));
  const text = lines(prompt('a', null, 'Hello', 1));
  expect(await summariseFile(await sessionOf(text, own))).toMatchObject({
    title: 'By hand',
    titleSource: 'custom-title',
  });
});

test('a prompt of a megabyte is cut between characters', async () => {
  const summary = await summariseFile(await sessionOf(lines(prompt('a', null, '😀'.repeat(500_000), 1))));
  expect(summary.firstPrompt).toHaveLength(501);
  expect(summary.firstPrompt).toMatch(/^(?:😀){250}…$/u);
});

test.skipIf(!hasCorpus)('on the corpus, a summary of pruned lines is that of whole lines', async () => {
  const { sessions } = await assignAgents(await findSessions([CORPUS]));
  let turns = 0;
  for (const session of sessions) {
    const whole: Line[] = [];
    for await (const line of readLogFile(session.file)) whole.push(line);
    const full = await summariseLines(session, whole, await glanceFile(session));
    expect(await summariseFile(session)).toEqual(full);
    turns += full.turns;
  }
  expect(turns).toBeGreaterThan(500);
});

test.skipIf(!hasCorpus)('on the corpus, both ends of a file tell what all of its lines tell', async () => {
  const { sessions } = await findSessions([CORPUS]);
  for (const session of sessions) {
    const whole: Line[] = [];
    for await (const line of readLogFile(session.file)) whole.push(line);
    expect(await glanceFile(session)).toEqual(glanceLines(whole, session.project));
  }
  expect(sessions.length).toBeGreaterThan(100);
});

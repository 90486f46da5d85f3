import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assignAgents } from './assign-agents.ts';
import { findSessions } from './find-sessions.ts';
import type { SessionFile } from './list-project.ts';
import { listSidecars } from './list-sidecars.ts';
import { readPlace } from './read-file.ts';

const S1 = '11111111-1111-4111-8111-111111111111';
const S2 = '22222222-2222-4222-8222-222222222222';

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'clew-sidecars-'));
  await put(`projects/-a/${S1}.jsonl`);
});

afterEach(() => rm(home, { recursive: true }));

async function put(path: string, text = '{}\n'): Promise<string> {
  const file = join(home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

async function theSession(): Promise<SessionFile> {
  const { sessions } = await assignAgents(await findSessions([home]));
  return sessions[0] ?? expect.fail('no session');
}

test('[F3] every sidecar of a session is listed by kind, and none of another session', async () => {
  const expected: readonly (readonly [string, string])[] = [
    ['custom-title', `projects/-a/${S1}/custom-title.json`],
    ['other', `projects/-a/${S1}/new-thing/x.bin`],
    ['agent', `projects/-a/${S1}/subagents/agent-n.jsonl`],
    ['agent-meta', `projects/-a/${S1}/subagents/agent-n.meta.json`],
    ['agent', `projects/-a/${S1}/subagents/workflows/run/agent-w.jsonl`],
    ['tool-result', `projects/-a/${S1}/tool-results/toolu_1.txt`],
    ['agent', 'projects/-a/agent-flat.jsonl'],
    ['file-history', `file-history/${S1}/abc@v1`],
    ['file-history', `file-history/${S1}/abc@v2`],
    ['todos', `todos/${S1}-agent-${S1}.json`],
    ['tasks', `tasks/${S1}/1.json`],
  ];
  for (const [, path] of expected) await put(path, `{"sessionId":"${S1}"}\n`);
  for (const path of [`file-history/${S2}/d@v1`, `todos/${S2}-agent-${S1}.json`, `tasks/${S2}/1.json`])
    await put(path);
  const { files, problems, history, sessionsIndex } = await listSidecars(await theSession());
  expect(files.map((one) => [one.kind, relative(home, one.file)])).toEqual(expected);
  expect(files.every((one) => one.bytes > 0 && one.modified > 0)).toBe(true);
  expect([problems, history, sessionsIndex]).toEqual([[], undefined, undefined]);
});

test('[F3] the lines of history.jsonl that name the session are found by their sessionId, not by their text', async () => {
  const mine = `{"display":"one","sessionId":"${S1}"}`;
  const last = `{"display":"two","sessionId":"${S1}"}`;
  const others = [`{"display":"about ${S1}","sessionId":"${S2}"}`, `broken ${S1}`, '{"display":"old"}'];
  const file = await put('history.jsonl', [others[0], mine, others[1], others[2], last].join('\n'));
  const { history } = await listSidecars(await theSession());
  expect(history?.file).toBe(file);
  expect(history?.places.map((place) => place.line)).toEqual([2, 5]);
  const texts = await Promise.all((history?.places ?? []).map((place) => readPlace(file, place)));
  expect(texts.map(String)).toEqual([mine, last]);
});

test('[F3] sessions-index.json says whether it mentions the session; a broken one is a problem', async () => {
  const session = await theSession();
  const file = await put('projects/-a/sessions-index.json', `{"entries":[{"sessionId":"${S2}"},null]}`);
  expect((await listSidecars(session)).sessionsIndex).toEqual({ file, mentioned: false });
  await put('projects/-a/sessions-index.json', `{"version":1,"entries":[{"sessionId":"${S1}"}]}`);
  expect((await listSidecars(session)).sessionsIndex).toEqual({ file, mentioned: true });
  await put('projects/-a/sessions-index.json', '{"entries":[');
  const broken = await listSidecars(session);
  expect(broken.sessionsIndex).toEqual({ file, mentioned: false });
  expect(broken.problems).toMatchObject([{ rule: 'F3', path: file }]);
});

test('an id from content cannot lead out of the home, nor can a link in the session’s folder', async () => {
  await put(`projects/-a/${S1}/tool-results/real.txt`);
  await put('secret/key.txt');
  await symlink(join(home, 'secret'), join(home, `projects/-a/${S1}/tool-results/link`));
  await symlink(join(home, 'secret/key.txt'), join(home, `projects/-a/${S1}/tool-results/key.txt`));
  const session = await theSession();
  expect((await listSidecars(session)).files.map((one) => one.file)).toEqual([
    join(home, `projects/-a/${S1}/tool-results/real.txt`),
  ]);
  expect((await listSidecars({ ...session, sessionId: '../../secret' })).files).toEqual([]);
  expect((await listSidecars({ ...session, sessionId: '..' })).files).toEqual([]);
});

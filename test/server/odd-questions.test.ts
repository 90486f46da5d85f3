// What pages ask at the edges: names in lower case, patterns that fit nothing, lines that are cut, ends without a newline.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  CutAnswer,
  FindAnswer,
  RawEntryAnswer,
  SearchAnswer,
  SessionsAnswer,
  StatsAnswer,
} from '../../src/server/api.ts';
import { makeFolder, removeFolders, serveHome, type TestServer } from './home.fixture.ts';

const ID = '0b9a2c1d-1111-4222-8333-444455556666';
let server: TestServer;

function entry(n: number, more: object): object {
  return {
    uuid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    parentUuid: n === 1 ? null : `00000000-0000-4000-8000-${String(n - 1).padStart(12, '0')}`,
    sessionId: ID,
    cwd: '/work',
    timestamp: `2026-01-01T10:0${n}:00.000Z`,
    ...more,
  };
}

const call = (n: number, name: string) => ({
  type: 'tool_use',
  id: `toolu_${n}`,
  name,
  input: { note: 'quagga' },
});
const answer = (n: number, ...content: object[]) =>
  entry(n, {
    type: 'assistant',
    message: {
      id: `m${n}`,
      role: 'assistant',
      model: 'claude-opus-5',
      content,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  });
const result = (n: number, of: number) =>
  entry(n, {
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `toolu_${of}`, content: 'done' }],
    },
  });

/** The bytes of its line before the text of an answer. */
function startOfText(n: number): number {
  return JSON.stringify(answer(n, { type: 'text', text: '@' })).indexOf('@');
}

const LINES = [
  entry(1, { type: 'user', message: { role: 'user', content: '\u{1f600} baaa' } }),
  answer(2, call(2, 'Bash')),
  result(3, 2),
  answer(4, call(4, 'BashOutput')),
  result(5, 4),
  answer(6, { type: 'text', text: `${'x'.repeat(256 * 1024 - 1 - startOfText(6))}\u00e4\u00e4\u00e4` }),
  answer(7, call(7, 'Read')),
  result(8, 7),
];

beforeAll(async () => {
  const home = join(makeFolder(), 'home');
  const file = join(home, 'projects', '-work', `${ID}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  // The last line lacks its newline.
  writeFileSync(file, LINES.map((line) => JSON.stringify(line)).join('\n'));
  utimesSync(file, new Date('2026-01-02'), new Date('2026-01-02'));
  server = await serveHome(home, { catalog: true });
});
afterAll(async () => {
  await server.close();
  removeFolders();
});

test('a tool is named whole, in upper or lower case, as on the command line', async () => {
  const total = async (tool: string) =>
    (await server.get<SearchAnswer>(`/api/search?q=quagga&tool=${tool}`)).total;
  expect(await total('bash')).toBe(1);
  expect(await total('BashOutput')).toBe(1);
  expect(await total('Bas')).toBe(0);
});

test('a pattern that fits nothing where a text begins still finds what stands behind it', async () => {
  const { hits } = await server.get<FindAnswer>(`/api/sessions/${ID}/find?q=a*&regex=true&kinds=prompt`);
  expect(hits.map(({ snippet, marks }) => marks.map(([from, to]) => snippet.slice(from, to)))).toEqual([
    ['aaa'],
  ]);
});

test('[L2] a line that is cut inside a character is not said to hold other bytes than text', async () => {
  const line = await server.get<RawEntryAnswer>(`/api/sessions/${ID}/entries/6`);
  expect(line).toMatchObject({ cut: true, replaced: false });
  expect(line.text.endsWith('x')).toBe(true);
});

test('[L1] the last line counts for the statistics of tools, with or without its newline', async () => {
  const { tools } = await server.get<StatsAnswer>('/api/stats?again=true');
  expect(tools.find(({ name }) => name === 'Read')).toMatchObject({ calls: 1, timed: 1, failed: 0 });
  expect(tools.find(({ name }) => name === 'Read')?.totalMs).toBe(60_000);
});

test('a copy tells the title of what it was cut from, not its own', async () => {
  const copy = await server.send<CutAnswer>('POST', `/api/sessions/${ID}/cut`, { title: 'Something else' });
  const { sessions } = await server.get<SessionsAnswer>('/api/sessions');
  const [source, made] = [ID, copy.sessionId].map((id) => sessions.find(({ sessionId }) => sessionId === id));
  expect(made?.title).toBe('Something else');
  expect(source?.title).toContain('baaa');
  expect(made?.clonedFrom).toMatchObject({ sessionId: ID, title: source?.title });
});

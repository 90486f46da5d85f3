// Texts of nothing but characters of two halves: wherever clew shortens one, no half is left over.
import { afterAll, expect, test } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { isWellFormed } from '../../src/base/well-formed.ts';
import { removeFolders, serveHome } from '../server/home.fixture.ts';
import { answer, chain, hostileHome, prompt } from './home.fixture.ts';
import { VIEWS } from './views.ts';

afterAll(removeFolders);
const { home, plant, run } = hostileHome();

const HALF = 0xfffd;
const IDS = ['11111111-0000-4000-8000-000000000000', '21111111-0000-4000-8000-000000000000'] as const;

// The halves change places from one session to the other: a limit that spares one of them cuts the other.
for (const [n, id] of IDS.entries()) {
  const words = `${'x'.repeat(n)}${'😀'.repeat(10_000)}`;
  const call = (name: string, input: object) => ({ type: 'tool_use', id: `t-${name}`, name, input });
  const result = (name: string, toolUseResult: unknown) => ({
    type: 'user',
    toolUseResult,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t-${name}`, content: words }] },
  });
  plant(
    '-work',
    `${id}.jsonl`,
    chain(id, [
      prompt(words),
      answer('a', [{ type: 'thinking', thinking: words, signature: 's' }]),
      answer('b', [call('Bash', { command: words, description: words })]),
      result('Bash', { stdout: words, stderr: words }),
      answer('c', [call('Write', { file_path: '/home/dev/a', content: words })]),
      result('Write', { type: 'create', filePath: '/home/dev/a', content: words, structuredPatch: [] }),
      answer('d', [call('mcp__a__b', { words })]),
      result('mcp__a__b', words),
      { type: 'system', subtype: 'informational', content: words, level: 'info' },
      { type: 'attachment', attachment: { type: 'hook_additional_context', content: [words] } },
      answer('e', [{ type: 'text', text: words }]),
      prompt(words),
      answer('f', [{ type: 'text', text: words }]),
    ]),
  );
}

test.each(IDS)('no answer of the server has half a character (%s)', async (id) => {
  const server = await serveHome(home, { catalog: true });
  const broken: string[] = [];
  for (const path of ['/api/sessions', ...VIEWS.map((view) => `/api/sessions/${id}${view}`)])
    if (!isWellFormed(await server.get<Json>(path))) broken.push(path);
  await server.close();
  expect(broken).toEqual([]);
});

const COMMANDS = [
  ['ls'],
  ['show'],
  ['context'],
  ['check'],
  ['files'],
  ['graph'],
  ['search', 'x*'],
  ['clone', '--tools', 'remove', '--dry-run'],
  ['archive'],
  ['restore', '--list'],
];

test.each(IDS)('no command prints half a character (%s)', async (id) => {
  const broken: string[] = [];
  for (const [command = '', ...flags] of COMMANDS) {
    const takesNone = ['ls', 'search', 'restore'].includes(command);
    for (const form of [[], ['--json']]) {
      const words = [command, ...(takesNone ? [] : [id]), ...flags, ...form];
      const { code, out, err } = await run(...words);
      expect({ words, err, done: code < 2 }).toMatchObject({ words, done: true });
      const isWhole = form.length > 0 && out.startsWith('{') ? isWellFormed(JSON.parse(out) as Json) : true;
      if (!isWhole || `${out}${err}`.includes(String.fromCharCode(HALF))) broken.push(words.join(' '));
    }
  }
  expect(broken).toEqual([]);
});

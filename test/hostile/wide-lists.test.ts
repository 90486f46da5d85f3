// Lists of hundreds of thousands: more than an engine takes as the arguments of one call, wherever a session has a list.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, chain, hostileHome, prompt } from './home.fixture.ts';

const { home, plant, run } = hostileHome();
const WIDE = 150_000;
const wide = <T>(item: T): T[] => Array(WIDE).fill(item);

const COMMANDS = [
  ['show'],
  ['show', '--json'],
  ['context'],
  ['check'],
  ['files'],
  ['graph'],
  ['clone', '--tools', 'remove', '--yes'],
  ['repair', '--dry-run'],
  ['export', '--format', 'md', '-o', '-'],
  ['secrets'],
  ['survey'],
];

const call = (name: string, input: object) => ({ type: 'tool_use', id: `t-${name}`, name, input });
const result = (name: string, toolUseResult: unknown) => ({
  type: 'user',
  toolUseResult,
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t-${name}`, content: 'done' }] },
});

const SESSIONS: Readonly<Record<string, readonly object[]>> = {
  'a snapshot': [
    prompt('hi'),
    answer('a', [{ type: 'text', text: 'ok' }]),
    { type: 'file-history-snapshot', messageId: 'm', snapshot: { trackedFileBackups: {}, more: wide(1) } },
  ],
  'the blocks of a message': [prompt('hi'), answer('a', wide({ type: 'text', text: 'x' }))],
  'what tools were given and gave back': [
    prompt('hi'),
    answer('a', [call('TodoWrite', { todos: wide({ content: 'x', status: 'pending' }) })]),
    result('TodoWrite', { oldTodos: [], newTodos: wide({ content: 'x', status: 'pending' }) }),
    answer('b', [call('Glob', { pattern: '*' })]),
    result('Glob', { filenames: wide('/a') }),
    answer('c', [call('Edit', { file_path: '/a', old_string: 'a', new_string: 'b' })]),
    result('Edit', {
      filePath: '/a',
      structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: wide('+x') }],
    }),
    answer('d', [call('MultiEdit', { file_path: '/a', edits: wide({ old_string: 'a', new_string: 'b' }) })]),
    result('MultiEdit', 'done'),
    answer('e', [call('AskUserQuestion', { questions: wide({ question: 'x', options: [] }) })]),
    result('AskUserQuestion', { answers: wide('x') }),
  ],
};

test.each(Object.keys(SESSIONS))(
  'no command gives up on %s',
  async (name) => {
    const n = Object.keys(SESSIONS).indexOf(name);
    const id = `${n}1111111-0000-4000-8000-000000000000`;
    plant('-work', `${id}.jsonl`, chain(id, SESSIONS[name] ?? []));
    const history = join(home, 'file-history', id);
    mkdirSync(history, { recursive: true });
    writeFileSync(join(history, 'abc@v1'), 'x');
    for (const [command = '', ...flags] of COMMANDS) {
      const words = [command, ...(command === 'survey' ? [] : [id]), ...flags];
      const { code, err } = await run(...words);
      expect({ words, err, done: code < 2 }).toMatchObject({ words, done: true });
    }
  },
  120_000,
);

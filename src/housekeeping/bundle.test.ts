import { expect, test } from 'vitest';
import { checkBundle } from './bundle.ts';

const ID = '0b9a2c1d-1111-4222-8333-444455556666';
const sha256 = 'a'.repeat(64);

function bundleWith(role: string, ...path: unknown[]): never {
  const file = { role, path, bytes: 1, sha256, modified: 0 };
  return { sessionId: ID, project: '-p', cwd: '/p', home: '/h', files: [file], history: [] } as never;
}

test.each([
  ['main', `${ID}.jsonl`],
  ['own', 'subagents', 'workflows', 'run', 'agent-a.jsonl'],
  ['flat', 'agent-a1b2c3d.jsonl'],
  ['home', 'file-history', ID, '0123@v1'],
  ['home', 'todos', `${ID}-agent-${ID}.json`],
])('a bundle may have %s %s', (role, ...path) => {
  expect(checkBundle(bundleWith(role, ...path)).files).toHaveLength(1);
});

test.each([
  ['own', '..', 'x'],
  ['own', '.'],
  ['own', 'a/b'],
  ['own', 'a\\b'],
  ['own', 'C:evil'],
  ['own', 'a\u0000b'],
  ['own', ''],
  ['own', 7],
  ['own'],
  ['main', 'other.jsonl'],
  ['main', 'x', `${ID}.jsonl`],
  ['flat', 'settings.json'],
  ['flat', `${ID}.jsonl`],
  ['home', 'settings.json'],
  ['home', 'hooks', 'evil.sh'],
  ['home', 'projects', ID],
  ['home', 'agents', `${ID}.md`],
  ['home', 'commands', `${ID}.md`],
  ['home', 'skills', ID, 'SKILL.md'],
  ['home', '..', ID],
  ['nowhere', 'x'],
])('a bundle may not have %s %s', (role, ...path) => {
  expect(() => checkBundle(bundleWith(role, ...path))).toThrow(/no bundle that clew would write/);
});

test('a session whose name is that of a folder of the client brings nothing but its own file', () => {
  const named = (role: string, ...path: string[]) => ({
    ...(bundleWith(role, ...path) as object),
    sessionId: 'memory',
  });
  expect(() => checkBundle(named('own', 'MEMORY.md') as never)).toThrow(/no bundle/);
  expect(() => checkBundle(named('home', 'tasks', 'memory') as never)).toThrow(/no bundle/);
  expect(checkBundle(named('main', 'memory.jsonl') as never).files).toHaveLength(1);
});

test('ids that are paths are refused, and lines of other sessions left out of the history', () => {
  expect(() => checkBundle({ ...(bundleWith('own', 'x') as object), sessionId: '../x' } as never)).toThrow();
  expect(() => checkBundle({ ...(bundleWith('own', 'x') as object), project: '..' } as never)).toThrow();
  const history = [JSON.stringify({ sessionId: ID }), JSON.stringify({ sessionId: 'b' }), 'x', `{}\n{}`];
  expect(checkBundle({ ...(bundleWith('own', 'x') as object), history } as never).history).toHaveLength(1);
});

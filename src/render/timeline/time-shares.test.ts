import { expect, test } from 'vitest';
import { timeShares } from './time-shares.ts';
import type { Span } from './timeline.ts';

let id = 0;
function spanOf(kind: Span['kind'], start: number, end: number, more: Partial<Span> = {}): Span {
  return {
    id: id++,
    lane: 'main',
    kind,
    start,
    end,
    basis: 'timestamps',
    label: '',
    turn: 1,
    depth: 0,
    ...more,
  };
}

test('calls at the same time count once', () => {
  const shares = timeShares([
    spanOf('tool', 0, 100, { tool: 'Read' }),
    spanOf('tool', 50, 120, { tool: 'Read' }),
    spanOf('thinking', 120, 150),
  ]);
  expect(shares).toEqual([
    { name: 'Read', ms: 120 },
    { name: 'Thinking', ms: 30 },
  ]);
});

test('a command that is most of the shell is named, a question to the person is no work', () => {
  const shares = timeShares([
    spanOf('tool', 0, 100, { tool: 'Bash', label: 'npm test -- login' }),
    spanOf('tool', 100, 110, { tool: 'Bash', label: 'ls' }),
    spanOf('tool', 110, 9000, { tool: 'AskUserQuestion' }),
  ]);
  expect(shares).toEqual([{ name: 'npm test', ms: 100 }]);
});

test('an agent counts as itself, not once more as the call that started it', () => {
  const call = spanOf('tool', 0, 500, { tool: 'Agent' });
  const shares = timeShares([
    call,
    spanOf('agent', 0, 480, { parent: call.id, agentId: 'a' }),
    spanOf('tool', 10, 400, { tool: 'Bash', agentId: 'a' }),
  ]);
  expect(shares).toEqual([{ name: 'Agents', ms: 480 }]);
});

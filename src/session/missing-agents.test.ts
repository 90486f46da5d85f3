import { describe, expect, test } from 'vitest';
import { agent, answerLine, link, PROMPT, promptLine, TASK } from './agents.fixture.ts';
import { resultLine, useLine } from './entries-of.fixture.ts';

describe('missing files', () => {
  test('calls whose agent has no file are named; those that never started one are not', () => {
    const bad = useLine('t2', 'Task', { prompt: 'x' });
    const tree = link([
      PROMPT,
      TASK,
      resultLine('t1', 'x', { agentId: 'gone' }),
      bad,
      resultLine('t2', 'InputValidationError', 'x', { is_error: true }),
      useLine('t3', 'Agent', { prompt: 'y' }),
    ]);
    expect(tree.missing.map(({ call, agentId, why }) => [call.id, agentId, why])).toEqual([
      ['t1', 'gone', 'no-file'],
      ['t3', undefined, 'no-result'],
    ]);
  });

  test('[K3] an agent known from progress entries only is in the tree, and its file is named as missing', () => {
    const message = answerLine('m1', 9);
    const data = { type: 'agent_progress', agentId: 'x1', prompt: 'look', message };
    const progress = { type: 'progress', uuid: 'g', parentToolUseID: 't1', data };
    const tree = link([
      PROMPT,
      TASK,
      progress,
      { ...progress, uuid: 'g2' },
      resultLine('t1', 'x', { agentId: 'x1' }),
    ]);
    expect(tree.children[0]).toMatchObject({
      agentId: 'x1',
      source: 'progress',
      own: { messages: 1, output: 9 },
    });
    expect(tree.missing.map(({ agentId, why }) => [agentId, why])).toEqual([['x1', 'progress-only']]);
  });

  test('a call that goes on with an agent has no file of its own to miss', () => {
    const again = useLine('t2', 'Task', { prompt: 'more', resume: 'x1' });
    const results = ['t1', 't2'].map((id) => resultLine(id, 'x', { agentId: 'x1' }));
    expect(link([PROMPT, TASK, again, ...results], [agent('x1', [promptLine('look')])]).missing).toEqual([]);
  });
});

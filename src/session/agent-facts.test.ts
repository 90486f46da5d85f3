import { describe, expect, test } from 'vitest';
import { agent, link, PROMPT, promptLine, TASK } from './agents.fixture.ts';
import { resultLine } from './entries-of.fixture.ts';

describe('background agents', () => {
  const started = resultLine('t1', 'x', { agentId: 'x1', isAsync: true, status: 'async_launched' });
  const notice = (status: string) =>
    `<task-notification>\n<task-id>x1</task-id>\n<tool-use-id>t1</tool-use-id>\n<status>${status}</status>\n</task-notification>`;

  test('[T5] one that did not report yet is running, one that did is as reported', () => {
    const status = (...more: object[]) =>
      link([PROMPT, TASK, started, ...more], [agent('x1', [promptLine('look')])]).children[0]?.status;
    expect(status()).toBe('running');
    expect(status({ type: 'queue-operation', operation: 'enqueue', content: notice('completed') })).toBe(
      'completed',
    );
    expect(
      status({ type: 'attachment', attachment: { type: 'queued_command', prompt: notice('failed') } }),
    ).toBe('failed');
    expect(status({ type: 'user', message: { content: notice('killed') } })).toBe('stopped');
    const old =
      '<agent-notification>\n<agent-id>x1</agent-id>\n<status>completed</status>\n</agent-notification>';
    expect(status({ type: 'queue-operation', operation: 'enqueue', content: old })).toBe('completed');
    expect(status({ type: 'user', message: { content: `see: ${notice('killed')}` } })).toBe('running');
  });
});

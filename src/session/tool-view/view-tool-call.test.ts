import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callOf, told, viewOf } from './call-of.fixture.ts';
import { describeOutcome } from './describe-outcome.ts';
import { summariseToolCall } from './summarise-tool-call.ts';
import { viewToolCall } from './view-tool-call.ts';

describe('odd input', () => {
  test('an unknown tool, and a known one with odd input, fall back to raw', () => {
    expect(viewOf('Monitor', { command: 'x' }, { result: { taskId: 'b' } })).toMatchObject({
      tool: 'raw',
      result: { taskId: 'b' },
    });
    for (const name of [
      'Bash',
      'Read',
      'Edit',
      'Grep',
      'Task',
      'TodoWrite',
      'AskUserQuestion',
      'Skill',
      'constructor',
    ]) {
      expect(viewOf(name, { file_path: 3, command: null, todos: 'x', questions: [1] }).tool).toBe('raw');
    }
  });

  test('control sequences and line breaks never reach the summary', () => {
    const [line] = told('Bash', { command: 'a\u001b[31m\nb\u202e' });
    expect(line).toBe('Bash a b');
    expect([...(told('Bash', { command: '😀'.repeat(500) })[0] as string)]).toHaveLength(120);
  });

  test('no shape of input or result throws', () => {
    const names = [
      'Bash',
      'TaskOutput',
      'KillShell',
      'Read',
      'LS',
      'Write',
      'Edit',
      'MultiEdit',
      'NotebookEdit',
      'Grep',
      'Glob',
    ];
    names.push(
      'WebFetch',
      'WebSearch',
      'Agent',
      'SendMessage',
      'TodoWrite',
      'TaskCreate',
      'TaskUpdate',
      'TaskList',
      'TaskGet',
    );
    names.push(
      'AskUserQuestion',
      'EnterPlanMode',
      'ExitPlanMode',
      'Skill',
      'SlashCommand',
      'ToolSearch',
      'mcp__a__b',
      'x',
    );
    const keys = [
      'command',
      'file_path',
      'path',
      'pattern',
      'edits',
      'todos',
      'questions',
      'structuredPatch',
      'file',
      'task',
    ];
    keys.push(
      'filenames',
      'results',
      'content',
      'prompt',
      'url',
      'query',
      'plan',
      'taskId',
      'message',
      'to',
      'old_string',
    );
    const value = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        value,
        fc.oneof(value, fc.jsonValue()),
        fc.boolean(),
        (name, input, result, error) => {
          const call = callOf(name, input, { text: 'x', result, error });
          expect(viewToolCall(call).tool).toBeTypeOf('string');
          expect(summariseToolCall(call)).not.toBe('');
          expect(describeOutcome(call)).not.toMatch(/\n/);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

import { describe, expect, test } from 'vitest';
import { told, viewOf } from './call-of.fixture.ts';

describe('agents, lists, questions', () => {
  test('[T5] Task and Agent show type, id, status and totals', () => {
    const result = {
      status: 'completed',
      agentId: 'a1',
      totalTokens: 9,
      totalToolUseCount: 3,
      content: [{ type: 'text', text: 'done' }],
    };
    const input = { subagent_type: 'Explore', description: 'Look', prompt: 'Look at it' };
    expect(viewOf('Task', input, { result })).toMatchObject({
      tool: 'Agent',
      agentId: 'a1',
      answer: 'done',
      isAsync: false,
    });
    expect(told('Task', input, { result })).toEqual(['Agent Explore: Look', '3 tool calls']);
    const started = { isAsync: true, status: 'async_launched', agentId: 'a2' };
    expect(told('Agent', input, { result: started })[1]).toBe('in background');
  });

  test('[T5] the id is read from the text where toolUseResult is gone', () => {
    const text = [{ type: 'text', text: 'Done.\nagentId: a1b2c3 (for resuming)' }];
    expect(viewOf('Task', { prompt: 'x' }, { text })).toMatchObject({ agentId: 'a1b2c3' });
  });

  test('TodoWrite gives the list before and after', () => {
    const todo = (content: string, status: string) => ({ content, status, activeForm: content });
    const newTodos = [todo('a', 'completed'), todo('b', 'in_progress')];
    const view = viewOf('TodoWrite', { todos: newTodos }, { result: { oldTodos: [], newTodos } });
    expect(view).toMatchObject({ before: [], after: [{ text: 'a' }, { text: 'b' }] });
    expect(told('TodoWrite', { todos: newTodos })[0]).toBe('TodoWrite 1/2 b');
  });

  test('the task tools give ids, changes and lists', () => {
    expect(told('TaskCreate', { subject: 'S' }, { result: { task: { id: '4', subject: 'S' } } })).toEqual([
      'TaskCreate S',
      '#4',
    ]);
    expect(viewOf('TaskCreate', { subject: 'S' }, { text: 'Task #5 created successfully: S' })).toMatchObject(
      { taskId: '5' },
    );
    const statusChange = { from: 'pending', to: 'completed' };
    expect(
      viewOf('TaskUpdate', { taskId: '4', status: 'completed' }, { result: { statusChange } }),
    ).toMatchObject({
      status: 'completed',
      statusBefore: 'pending',
    });
    const tasks = [{ id: '1', subject: 'S', status: 'pending', owner: 'alice', blockedBy: [] }];
    expect(viewOf('TaskList', {}, { result: { tasks } })).toMatchObject({
      tasks: [{ id: '1', owner: 'alice' }],
    });
    expect(viewOf('TaskGet', { taskId: '1' }, { result: { task: tasks[0] } })).toMatchObject({
      task: { text: 'S' },
    });
  });

  test('AskUserQuestion joins each question with its answer', () => {
    const questions = [
      { question: 'Which?', header: 'H', options: [{ label: 'A', description: 'a' }], multiSelect: false },
    ];
    const call = { result: { questions, answers: { 'Which?': 'A' } } };
    expect(told('AskUserQuestion', { questions }, call)).toEqual(['AskUserQuestion Which?', 'A']);
    expect(
      viewOf('AskUserQuestion', { questions: [{ question: 'toString' }] }, { result: { answers: {} } }),
    ).toMatchObject({
      questions: [{ answer: undefined }],
    });
  });

  test('a plan that was rejected is not approved', () => {
    const plan = { plan: '# Make it\n\nso' };
    expect(told('ExitPlanMode', plan, { result: plan })).toEqual(['ExitPlanMode Make it', 'approved']);
    const no = { text: 'x', result: 'User rejected tool use', error: true };
    expect(viewOf('ExitPlanMode', plan, no)).toMatchObject({ approved: false });
    expect(told('ExitPlanMode', plan, no)[1]).toBe('rejected');
    expect(told('EnterPlanMode', {})).toEqual(['EnterPlanMode', '']);
  });

  test('skills, slash commands, tool searches, messages and MCP tools are named', () => {
    expect(told('Skill', { skill: 'review', args: 'x' })[0]).toBe('Skill review x');
    expect(told('SlashCommand', { command: '/review x' })[0]).toBe('SlashCommand /review x');
    expect(
      told('ToolSearch', { query: 'q' }, { text: [{ type: 'tool_reference', tool_name: 'A' }] })[1],
    ).toBe('1 tool');
    expect(told('SendMessage', { to: 'bob', summary: 'hi' }, { result: { success: true } })).toEqual([
      'SendMessage to bob: hi',
      'sent',
    ]);
    expect(viewOf('mcp__my_server__do__it', {})).toMatchObject({
      tool: 'mcp',
      server: 'my_server',
      mcpTool: 'do__it',
    });
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entriesOf, resultLine, useLine } from '../entries-of.ts';
import { pairToolCalls, type ToolCall } from '../tool-calls.ts';
import { describeOutcome } from './describe-outcome.ts';
import { summariseToolCall } from './summarise-tool-call.ts';
import { type ToolView, viewToolCall } from './view-tool-call.ts';

interface Result {
  readonly text?: unknown;
  readonly result?: unknown;
  readonly error?: boolean;
}

function callOf(
  name: string,
  input: unknown,
  { text = '', result, error }: Result = {},
  more: object = {},
): ToolCall {
  const flag = error === undefined ? {} : { is_error: error };
  const entries = entriesOf(useLine('t', name, input, more), resultLine('t', text, result, flag));
  return pairToolCalls(entries).calls[0] as ToolCall;
}

function viewOf(name: string, input: unknown, result?: Result): ToolView {
  return viewToolCall(callOf(name, input, result));
}

/** What a person sees of a call: the line and its outcome. */
function told(name: string, input: unknown, result?: Result, more?: object): string[] {
  const call = callOf(name, input, result, more);
  return [summariseToolCall(call), describeOutcome(call)];
}

describe('shell', () => {
  test('[T2] Bash takes its streams from toolUseResult; success without a code is 0', () => {
    const result = { stdout: 'ok', stderr: 'warn', interrupted: false };
    const view = viewOf('Bash', { command: 'npm test', description: 'Run' }, { text: 'ok\nwarn', result });
    expect(view).toMatchObject({
      tool: 'Bash',
      stdout: 'ok',
      stderr: 'warn',
      exitCode: 0,
      description: 'Run',
    });
    expect(told('Bash', { command: 'npm test' }, { result })).toEqual(['Bash npm test', 'exit 0']);
  });

  test('Bash takes its exit code from the text of an error', () => {
    const text = 'Exit code 127\nsh: x: not found';
    const told127 = told('Bash', { command: 'x' }, { text, result: `Error: ${text}`, error: true });
    expect(told127).toEqual(['Bash x', 'exit 127']);
  });

  test('the words "Exit code 3" in the output of a good command are no exit code', () => {
    expect(viewOf('Bash', { command: 'x' }, { text: 'Exit code 3' })).toMatchObject({ exitCode: 0 });
  });

  test('a background command has a task id and no exit code yet', () => {
    const byField = viewOf('Bash', { command: 'x' }, { result: { stdout: '', backgroundTaskId: 'b1' } });
    expect(byField).toMatchObject({ backgroundTaskId: 'b1', exitCode: undefined });
    const text = 'Command running in background with ID: b2. Output is being written to: /tmp/x';
    expect(viewOf('Bash', { command: 'x' }, { text })).toMatchObject({
      backgroundTaskId: 'b2',
      exitCode: undefined,
    });
  });

  test('[F3] a large output names its file', () => {
    const text =
      '<persisted-output>\nOutput too large (35.8KB). Full output saved to: /h/tool-results/b2.txt\n\nPreview';
    expect(viewOf('Bash', { command: 'x' }, { text })).toMatchObject({
      persistedOutputPath: '/h/tool-results/b2.txt',
    });
  });

  test('BashOutput and TaskOutput read both shapes of result', () => {
    const shell = {
      shellId: 's',
      command: 'npm run dev',
      status: 'completed',
      exitCode: 1,
      stdout: 'a',
      stderr: 'b',
    };
    expect(viewOf('BashOutput', { bash_id: 's' }, { result: shell })).toMatchObject({
      tool: 'TaskOutput',
      taskId: 's',
      command: 'npm run dev',
      output: 'a\nb',
      exitCode: 1,
    });
    const task = { task_id: 'a1', status: 'running', description: 'Scan', output: 'half' };
    expect(told('TaskOutput', { task_id: 'a1' }, { result: { task } })).toEqual([
      'TaskOutput Scan',
      'running',
    ]);
    expect(told('KillShell', { shell_id: 's' }, { result: { shell_id: 's' } })).toEqual([
      'KillShell s',
      'stopped',
    ]);
  });
});

describe('files', () => {
  const file = { filePath: '/p/src/a.ts', content: '', numLines: 41, startLine: 40, totalLines: 200 };

  test('Read says which lines, and shortens paths in the working directory', () => {
    const input = { file_path: '/p/src/a.ts', offset: 40, limit: 41 };
    const result = { type: 'text', file };
    expect(told('Read', input, { result }, { cwd: '/p' })).toEqual(['Read src/a.ts 40–80', '41 lines']);
    expect(told('Read', input, { result }, { cwd: '/p/sr' })[0]).toBe('Read /p/src/a.ts 40–80');
  });

  test('Read tells pictures, PDFs and files that did not change', () => {
    const kinds = [{ type: 'image' }, { type: 'pdf' }, { type: 'parts' }, { type: 'file_unchanged' }];
    const seen = kinds.map((result) => told('Read', { file_path: 'a' }, { result })[1]);
    expect(seen).toEqual(['image', 'pdf', 'pdf', 'unchanged']);
  });

  test('[G7] Read counts the numbered lines where a copy lost toolUseResult', () => {
    const text = '    12→a\n    13→b\n\n<system-reminder>x</system-reminder>';
    expect(viewOf('Read', { file_path: 'a' }, { text })).toMatchObject({
      kind: 'text',
      startLine: 12,
      lines: 2,
    });
  });

  test("Edit shows the client's hunks, else the changed lines of its two texts", () => {
    const input = { file_path: '/p/a', old_string: 'same\nold\nend', new_string: 'same\nnew\nmore\nend' };
    const structuredPatch = [
      { oldStart: 3, oldLines: 1, newStart: 3, newLines: 1, lines: [' a', '-b', '+c'] },
    ];
    expect(viewOf('Edit', input, { result: { structuredPatch } })).toMatchObject({
      added: 1,
      removed: 1,
      applied: true,
    });
    const view = viewOf('Edit', input);
    expect(view).toMatchObject({ hunks: [{ lines: ['-old', '+new', '+more'] }] });
    expect(told('Edit', input)[1]).toBe('+2 −1');
  });

  test('an edit that failed was not applied', () => {
    const input = { file_path: 'a', old_string: 'x', new_string: 'y' };
    const failed = {
      text: '<tool_use_error>String to replace not found in file.</tool_use_error>',
      error: true,
    };
    expect(viewOf('Edit', input, failed)).toMatchObject({ applied: false });
    expect(told('Edit', input, failed)[1]).toBe('error: String to replace not found in file.');
  });

  test('Write of a new file counts all its lines, an update those of the patch', () => {
    const created = { result: { type: 'create', structuredPatch: [] } };
    expect(told('Write', { file_path: 'a', content: '1\n2\n' }, created)).toEqual(['Write a', 'new, +2 −0']);
    const updated = { result: { type: 'update', structuredPatch: [{ lines: ['-1', '+2'] }] } };
    expect(told('Write', { file_path: 'a', content: '1\n2\n' }, updated)[1]).toBe('+1 −1');
  });

  test('MultiEdit and NotebookEdit count their edits', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: '' },
    ];
    expect(viewOf('MultiEdit', { file_path: 'a', edits })).toMatchObject({ edits: 2, added: 1, removed: 2 });
    const cell = { notebook_path: 'n.ipynb', new_source: 'x', edit_mode: 'replace' };
    expect(told('NotebookEdit', cell)).toEqual(['NotebookEdit n.ipynb', '+1 −0']);
  });
});

describe('search and web', () => {
  test('Grep tells matches, files, and lines where matches cannot be told from the lines around them', () => {
    const content = {
      result: { mode: 'content', numFiles: 0, filenames: [], content: 'a\nb', numLines: 12 },
    };
    const grep = { pattern: 'x', path: '/p/src', output_mode: 'content' };
    expect(told('Grep', grep, content, { cwd: '/p' })).toEqual(['Grep x in src', '12 matches']);
    expect(told('Grep', { ...grep, '-C': 3 }, content)[1]).toBe('12 lines');
    const files = { result: { filenames: ['a', 'b', 'c'], numFiles: 3 } };
    expect(told('Grep', { pattern: 'x', glob: '*.ts' }, files)).toEqual(['Grep x in *.ts', '3 files']);
    const count = { result: { mode: 'count', numMatches: 1, content: 'a:1' } };
    expect(told('Grep', { pattern: 'x', output_mode: 'count' }, count)[1]).toBe('1 match');
  });

  test('Grep and Glob read their files from the text where there is nothing else', () => {
    expect(viewOf('Grep', { pattern: 'x' }, { text: 'Found 2 files\na\nb' })).toMatchObject({
      files: ['a', 'b'],
    });
    expect(viewOf('Glob', { pattern: '*' }, { text: 'No files found' })).toMatchObject({
      files: [],
      fileCount: 0,
    });
    const cut = { result: { filenames: ['a'], numFiles: 100, truncated: true } };
    expect(told('Glob', { pattern: '*' }, cut)[1]).toBe('100 files, cut off');
  });

  test('WebSearch collects the links, also from the text', () => {
    const links = [{ title: 'T', url: 'https://a.example' }];
    const result = { query: 'q', results: [{ tool_use_id: 's', content: links }, 'a remark'] };
    expect(viewOf('WebSearch', { query: 'q' }, { result })).toMatchObject({ links });
    expect(viewOf('WebSearch', { query: 'q' }, { text: `Links: ${JSON.stringify(links)}\n` })).toMatchObject({
      links,
    });
    expect(told('WebFetch', { url: 'https://a.example' }, { result: { code: 404 } })[1]).toBe('404');
  });
});

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
    expect(line).toBe('Bash a [31m b');
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

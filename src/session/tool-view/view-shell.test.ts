import { describe, expect, test } from 'vitest';
import { told, viewOf } from './call-of.fixture.ts';

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

import { expect, test } from 'vitest';
import { resumeCommand } from './resume-command.ts';

test('a plain folder is not quoted; one that could be a command is, and cannot end its quotes', () => {
  expect(resumeCommand('abc', '/home/dev/api')).toBe('cd /home/dev/api && claude --resume abc');
  expect(resumeCommand('abc', undefined)).toBe('claude --resume abc');
  expect(resumeCommand('abc', "/a'; rm -rf /; '")).toBe(
    `cd '/a'\\''; rm -rf /; '\\''' && claude --resume abc`,
  );
});

test('control characters never reach the clipboard: a newline would run what was pasted', () => {
  expect(resumeCommand('abc', '/a\n\u001b[2Jrm x\u202e')).toBe("cd '/a[2Jrm x' && claude --resume abc");
});

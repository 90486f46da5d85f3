import { expect, test } from 'vitest';
import { resumeCommand } from './resume-command.ts';

test('the folder is quoted for a shell, whatever it is called', () => {
  const of = (project: string | undefined) =>
    resumeCommand({ sessionId: 'id', ...(project ? { project } : {}) });
  expect(of(undefined)).toBe('claude --resume id');
  expect(of('/home/me/api')).toBe('cd /home/me/api && claude --resume id');
  expect(of("/tmp/it's $(rm)")).toBe("cd '/tmp/it'\\''s $(rm)' && claude --resume id");
  expect(of('/a\nb')).not.toContain('\n');
});

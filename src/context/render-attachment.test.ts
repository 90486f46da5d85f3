import { expect, test } from 'vitest';
import type { Entry } from '../log/line.ts';
import { PLACEHOLDER, renderAttachment } from './render-attachment.ts';
import { attachment, type Fields, sessionLines } from './small-session.fixture.ts';

function render(fields: Fields, version: string = '2.1.325', hasTaskTools: boolean = true) {
  return renderAttachment(sessionLines([attachment(1, null, fields)])[0] as Entry, version, hasTaskTools);
}

test('[resume R22] permissions, system messages and hook errors are silent, and so is an unknown kind', () => {
  for (const type of [
    'command_permissions',
    'hook_system_message',
    'hook_non_blocking_error',
    'novelty',
    'toString',
  ]) {
    expect(render({ type, content: 'x' })).toBeUndefined();
  }
});

test('[resume R22] a hook is heard at the start and at a prompt, if it said something', () => {
  const hook = {
    type: 'hook_success',
    hookName: 'SessionStart:startup',
    hookEvent: 'SessionStart',
    content: 'Hello',
  };
  expect(render(hook)?.texts).toEqual(['SessionStart:startup hook success: Hello']);
  expect(render({ ...hook, content: '' })).toBeUndefined();
  expect(render({ ...hook, hookEvent: 'PostToolUse' })).toBeUndefined();
});

test('listings are sent with what the log holds of them', () => {
  expect(render({ type: 'skill_listing', content: '- a: b' })?.texts).toEqual([
    'The following skills are available for use with the Skill tool:\n\n- a: b',
  ]);
  const [tools] =
    render({ type: 'deferred_tools_delta', addedLines: ['A', 'B'], removedNames: [] })?.texts ?? [];
  expect(tools).toMatch(/^The following deferred tools are now available[^\n]*\nA\nB$/);
  const [files] =
    render({ type: 'nested_memory', path: '/p/x.md', content: { content: 'Rule\n' } })?.texts ?? [];
  expect(files).toBe('Contents of /p/x.md:\n\nRule\n');
});

test('a file that a prompt named is sent as a read with numbered lines', () => {
  const file = { filePath: '/p/a.txt', content: 'one\ntwo', startLine: 7 };
  const [read] = render({ type: 'file', content: { type: 'text', file } })?.texts ?? [];
  expect(read).toContain('{"file_path":"/p/a.txt"}');
  expect(read).toMatch(/\n7\tone\n8\ttwo$/);
});

test("[U4] a prompt typed while the model worked is sent, a task's report marked as no person's words", () => {
  expect(render({ type: 'queued_command', prompt: 'And tests' })?.texts[0]).toContain('\nAnd tests\n');
  const report = { type: 'queued_command', prompt: '<task-notification/>', commandMode: 'task-notification' };
  expect(render(report)?.texts[0]).toMatch(/^\[SYSTEM NOTIFICATION[\s\S]*<task-notification\/>$/);
  const image = { type: 'image', source: { data: 'x' } };
  expect(render({ type: 'queued_command', prompt: [{ type: 'text', text: 'See' }, image] })?.images).toEqual([
    image,
  ]);
});

test("paragraphs of the client's own stand as a placeholder that names the kind", () => {
  const rendered = render({ type: 'plan_mode', reminderType: 'full' });
  expect(rendered).toMatchObject({ kind: 'plan_mode', placeholder: true });
  expect(rendered?.texts[0]).toMatch(new RegExp(`^${PLACEHOLDER.source}$`));
});

test('[resume R22] reminders of the task list need the task tools', () => {
  expect(render({ type: 'task_reminder', content: [] })).toMatchObject({ placeholder: true });
  expect(render({ type: 'task_reminder', content: [] }, '2.1.325', false)).toBeUndefined();
});

test('a client sends the kinds it knows: none in 1.0.60, listings of skills from 2.1.50, of tools from 2.1.100', () => {
  expect(
    render({ type: 'hook_additional_context', content: ['x'], hookName: 'X' }, '1.0.60'),
  ).toBeUndefined();
  expect(render({ type: 'skill_listing', content: 'x' }, '2.0.64')).toBeUndefined();
  expect(render({ type: 'skill_listing', content: 'x' }, '2.1.50')?.texts).toEqual([
    'The following skills are available for use with the Skill tool:\n\nx',
  ]);
  expect(render({ type: 'deferred_tools_delta', addedLines: ['A'] }, '2.1.50')).toBeUndefined();
  expect(render({ type: 'deferred_tools_delta', addedLines: ['A'] }, '2.1.100')).toMatchObject({
    placeholder: true,
  });
});

import { describe, expect, test } from 'vitest';
import { told, viewOf } from './call-of.fixture.ts';

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

  test('a Write that changed nothing in a file that was there added no lines', () => {
    const input = { file_path: '/p/a', content: 'a\nb\n' };
    const unchanged = { type: 'update', structuredPatch: [] };
    expect(told('Write', input, { result: unchanged })[1]).toBe('+0 −0');
    expect(told('Write', input, { result: { ...unchanged, type: 'create' } })[1]).toBe('new, +2 −0');
  });

  test('the words on a call hold no remains of colours', () => {
    const text = 'Error: \u001b[31mbroken\u001b[0m\rpipe';
    expect(told('Bash', { command: 'echo \u001b[1mhi\u001b[0m' }, { text, error: true })).toEqual([
      'Bash echo hi',
      'error: broken pipe',
    ]);
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

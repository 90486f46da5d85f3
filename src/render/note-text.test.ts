import { expect, test } from 'vitest';
import { noteMarkdown, noteText } from './note-text.ts';

const NOTE = { id: 'a', turn: 1, created: 1, changed: 1 };
const ESCAPE = String.fromCharCode(27);

test('a note is lines behind a mark, its labels first', () => {
  expect(noteText({ ...NOTE, note: 'one\ntwo\n', labels: ['bug', 'later'] })).toBe(
    '  ✎ bug, later\n  ✎ one\n  ✎ two\n\n',
  );
  expect(noteText({ ...NOTE, note: '', labels: ['bug'] })).toBe('  ✎ bug\n\n');
});

test('a note steers no terminal and plants nothing in a document', () => {
  const note = {
    ...NOTE,
    note: `${ESCAPE}[31mred\n<script>x</script> [a](b)`,
    labels: [`${ESCAPE}]0;t\u0007*l*`],
  };
  expect(noteText(note)).not.toContain(ESCAPE);
  const text = noteMarkdown(note);
  expect(text.split('\n').every((line) => line.startsWith('>'))).toBe(true);
  expect(text).not.toMatch(/<script|\[a\]|\*l\*/);
  expect(text).toContain('red');
});

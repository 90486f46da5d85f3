import { expect, test } from 'vitest';
import type { Annotation, TurnLine } from '../../server/api.ts';
import { notesAsMarkdown, notesOfTurn, readLabels, turnOfNote } from './notes.ts';

const note = (turn: number, text: string, more: Partial<Annotation> = {}): Annotation => ({
  id: text,
  key: 'k',
  turn,
  note: text,
  labels: [],
  created: 1,
  changed: 1,
  ...more,
});

test('labels are cut at commas, each once', () => {
  expect(readLabels(' bug, to do ,,bug')).toEqual(['bug', 'to do']);
  expect(readLabels('x'.repeat(99))[0]).toHaveLength(60);
  expect(readLabels(`${'x'.repeat(59)}😀`)).toEqual(['x'.repeat(59)]);
});

test('a note follows its prompt to another number, else it keeps its own', () => {
  const turns = [{ number: 4, uuid: 'u' }] as TurnLine[];
  expect(turnOfNote(note(2, 'a', { uuid: 'u' }), turns)).toBe(4);
  expect(turnOfNote(note(2, 'a', { uuid: 'gone' }), turns)).toBe(2);
  expect(notesOfTurn([note(2, 'a', { uuid: 'u' }), note(4, 'b')], 4, turns)).toHaveLength(2);
});

test('notes are saved in the order of their turns', () => {
  const turns = [{ number: 3, uuid: 'u' }] as TurnLine[];
  const all = [note(1, 'later', { uuid: 'u' }), note(2, 'first', { labels: ['bug'] })];
  expect(notesAsMarkdown('It', all, turns)).toBe(
    '# Notes on It\n\n## Turn 2 (bug)\n\nfirst\n\n## Turn 3\n\nlater\n',
  );
});

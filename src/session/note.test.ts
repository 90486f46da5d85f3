import { expect, test } from 'vitest';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { type Note, notesByTurn } from './note.ts';
import { groupTurns } from './turns.ts';

const note = (id: string, turn: number, more: Partial<Note> = {}): Note => ({
  id,
  turn,
  note: id,
  labels: [],
  created: 1,
  changed: 1,
  ...more,
});

test('a note follows its prompt, else its number; notes on other turns are left out; the oldest is first', () => {
  const prompt = (uuid: string) => ({ type: 'user', uuid, message: { role: 'user', content: uuid } });
  const turns = groupTurns(makeEntries([prompt('p1'), prompt('p2'), prompt('p3')]));
  const last = turns.at(-1)?.number as number;
  const notes = [
    note('late', last, { created: 9 }),
    note('moved', 77, { uuid: 'p3' }),
    note('elsewhere', 88),
    note('gone', last - 1, { uuid: 'not here' }),
  ];
  const found = notesByTurn(notes, turns);
  expect([...found].map(([turn, here]) => [turn, here.map(({ id }) => id)])).toEqual([
    [last, ['moved', 'late']],
    [last - 1, ['gone']],
  ]);
});

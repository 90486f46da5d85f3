import { expect, test } from 'vitest';
import type { GraphMessage } from '../../../../server/api.ts';
import { GraphLines, type Opened } from './graph-lines.ts';

const message = (line: number, entries: number): GraphMessage => ({
  role: 'assistant',
  words: `m${line}`,
  line,
  failed: false,
  entries: Array.from({ length: entries }, (_, i) => ({ line: line + i, type: 'assistant', words: '' })),
});
const opened = (open: readonly number[], ...messages: readonly GraphMessage[]): Opened => ({
  messages,
  more: 0,
  open: new Set(open),
});

test('without opened rows each row is a line', () => {
  const lines = new GraphLines(5, new Map());
  expect(lines.count).toBe(5);
  expect(lines.lineAt(3)).toEqual({ kind: 'row', at: 3 });
  expect(lines.lineOf(4)).toBe(4);
});

test('an opened row pushes the rows below it down by its messages and their entries, whatever was opened first', () => {
  const lines = new GraphLines(
    10,
    new Map([
      [6, opened([], message(60, 2))],
      [2, opened([1], message(20, 1), message(21, 3))],
    ]),
  );
  expect(lines.count).toBe(10 + 1 + 5);
  expect(
    Array.from({ length: lines.count }, (_, i) => lines.lineAt(i)).map(({ kind, at }) => `${kind} ${at}`),
  ).toEqual([
    'row 0',
    'row 1',
    'row 2',
    'message 2',
    'message 2',
    'entry 2',
    'entry 2',
    'entry 2',
    'row 3',
    'row 4',
    'row 5',
    'row 6',
    'message 6',
    'row 7',
    'row 8',
    'row 9',
  ]);
  for (let row = 0; row < 10; row++)
    expect(lines.lineAt(lines.lineOf(row))).toEqual({ kind: 'row', at: row });
  expect(lines.rowsAmong(4, 12)).toEqual([2, 6]);
});

test('a row that is still being read has a line that says so', () => {
  const lines = new GraphLines(2, new Map([[0, { messages: undefined, more: 0, open: new Set<number>() }]]));
  expect(lines.count).toBe(3);
  expect(lines.lineAt(1)).toMatchObject({ kind: 'note', at: 0 });
});

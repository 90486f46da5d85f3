import { expect, test } from 'vitest';
import type { FileLine } from '../../../../server/api.ts';
import { type FilesShown, selectFiles } from './select-files.ts';

const lineOf = (path: string, own: Partial<FileLine>): FileLine => ({
  path,
  name: path,
  reads: 0,
  edits: 0,
  writes: 0,
  added: 0,
  removed: 0,
  touches: [],
  versions: [],
  ...own,
});

const touch = { turn: 1, line: 3, how: 'read' } as const;
const FILES = [
  lineOf('/kept.ts', {}),
  lineOf('/read.ts', { reads: 1, touches: [touch] }),
  lineOf('/changed.ts', { edits: 1, added: 4, touches: [{ ...touch, how: 'edit' }] }),
];

test('a file that only the client kept counts neither as changed nor as read', () => {
  const shown = (which: FilesShown) =>
    selectFiles(FILES, { shown: which, words: '', turn: undefined }).map(({ path }) => path);
  expect(shown('all')).toEqual(['/changed.ts', '/read.ts', '/kept.ts']);
  expect(shown('changed')).toEqual(['/changed.ts']);
  expect(shown('read')).toEqual(['/read.ts']);
  expect(shown('kept')).toEqual(['/kept.ts']);
});

import { expect, test } from 'vitest';
import { COMMAND_KEY } from './command-key.ts';
import { listKeys, nameOfKey } from './key-name.ts';

test('keys are written as they are on the keyboard of this machine', () => {
  expect(['e', 'shift+e', 'mod+p', ' ', 'ArrowDown', '?'].map(nameOfKey)).toEqual([
    'E',
    '⇧E',
    `${COMMAND_KEY}P`,
    'Space',
    '↓',
    '?',
  ]);
});

test('keys that do the same, or go to and fro, stand on one line, each title once', () => {
  const bound = (key: string, title: string) => ({ key, title });
  expect(
    listKeys([
      bound('j', 'Next row'),
      bound('k', 'Previous row'),
      bound('ArrowDown', 'Next row'),
      bound('ArrowUp', 'Previous row'),
      bound('+', 'Nearer'),
      bound('=', 'Nearer'),
      bound('x', ''),
    ]),
  ).toEqual([
    { keys: ['j', 'k', 'ArrowDown', 'ArrowUp'], title: 'Next, previous row' },
    { keys: ['+', '='], title: 'Nearer' },
  ]);
});

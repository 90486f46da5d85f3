import { expect, test } from 'vitest';
import { readNumberedLines } from './numbered-lines.ts';

test('numbers are taken off the lines; reminders of the client are not part of the file', () => {
  const text =
    '    18→export function\n    19→  const a\n\n<system-reminder>\nbe careful\n</system-reminder>\n';
  expect(readNumberedLines(text)).toEqual({
    note: '',
    lines: [
      { number: 18, text: 'export function' },
      { number: 19, text: '  const a' },
    ],
  });
});

test('text without numbers stays as it is', () => {
  expect(readNumberedLines('one\ntwo').lines).toEqual([
    { number: undefined, text: 'one' },
    { number: undefined, text: 'two' },
  ]);
});

import { expect, test } from 'vitest';
import type { FillItem } from '../context/tokens/fill-tree.ts';
import { findRepeated } from './find-repeated.ts';

let line = 0;

function call(tool: string, label: string, tokens: number, file?: string): FillItem[] {
  line++;
  return [
    { kind: 'tool-input', tool, file, label, turn: 1, line, tokens: 10 },
    { kind: 'tool-result', tool, file, label, turn: 1, line, tokens },
  ];
}

test('parts of one file are one file, however each call is worded', () => {
  const reads = [1, 2, 3].flatMap((part) => call('Read', `Read /a/b.ts ${part}–9`, 100, '/a/b.ts'));
  const tests = [1, 2, 3].flatMap(() => call('Bash', 'Bash npm test', 50));
  expect(findRepeated([...tests, ...reads])).toEqual({
    tool: 'Read',
    summary: 'Read /a/b.ts',
    count: 3,
    tokens: 330,
  });
});

test('what was done twice, or never word for word again, is not told', () => {
  const twice = [1, 2].flatMap(() => call('Bash', 'Bash npm test', 500));
  const greps = [1, 2, 3].flatMap((word) => call('Grep', `Grep ${word}`, 500));
  expect(findRepeated([...twice, ...greps])).toBeUndefined();
});

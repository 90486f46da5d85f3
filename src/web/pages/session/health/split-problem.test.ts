import { expect, test } from 'vitest';
import { splitProblem } from './split-problem.ts';

test('what is behind a colon or in brackets stands below the title', () => {
  expect(
    splitProblem(
      '14 agents have no file (lines 41, 42 and 12 more): their results are here, what they did is not.',
    ),
  ).toEqual({
    title: '14 agents have no file',
    rest: 'Their results are here, what they did is not. Lines 41, 42 and 12 more.',
  });
  expect(splitProblem('9 entries are not loaded (resume loads 156 of 494 messages).')).toEqual({
    title: '9 entries are not loaded',
    rest: 'Resume loads 156 of 494 messages.',
  });
});

test('a line that the place tells is not told again', () => {
  expect(splitProblem('1 call has no result (line 760).')).toEqual({
    title: '1 call has no result',
    rest: '',
  });
});

test('a second sentence follows, and a short word before a colon is no title', () => {
  expect(splitProblem('The entry names no parent. The newest client goes on.')).toEqual({
    title: 'The entry names no parent',
    rest: 'The newest client goes on.',
  });
  expect(splitProblem('Line 3: broken.')).toEqual({ title: 'Line 3: broken', rest: '' });
});

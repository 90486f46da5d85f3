import { expect, test } from 'vitest';
import { addTurns, countTurns, formatTurns, hasTurn, parseTurns, withoutTurns } from './turn-ranges.ts';

test('turns are read as people write them, and joined where they touch', () => {
  expect(parseTurns('3-9, 12', 20)).toEqual([
    { from: 3, to: 9 },
    { from: 12, to: 12 },
  ]);
  expect(parseTurns('5 4..6 7', 20)).toEqual([{ from: 4, to: 7 }]);
  expect(parseTurns('18-', 20)).toEqual([{ from: 18, to: 20 }]);
  expect(parseTurns('', 20)).toEqual([]);
});

test('what is no turn is not guessed at', () => {
  for (const text of ['x', '9-3', '0', '1-2-3', '3,,b']) expect(parseTurns(text, 20), text).toBeUndefined();
});

test('ticking and unticking a turn inside a range leaves both sides of it', () => {
  const spans = addTurns([{ from: 1, to: 3 }], { from: 4, to: 9 });
  expect(spans).toEqual([{ from: 1, to: 9 }]);
  const left = withoutTurns(spans, { from: 5, to: 6 });
  expect(formatTurns(left)).toBe('1-4, 7-9');
  expect(countTurns(left)).toBe(7);
  expect(hasTurn(left, 5)).toBe(false);
  expect(hasTurn(left, 7)).toBe(true);
});

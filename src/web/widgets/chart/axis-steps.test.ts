import { expect, test } from 'vitest';
import { axisSteps, turnMarks } from './axis-steps.ts';

test('an axis has round lines from nought to below the top', () => {
  expect(axisSteps(200_000)).toEqual([0, 50_000, 100_000, 150_000, 200_000]);
  expect(axisSteps(295_000)).toEqual([0, 100_000, 200_000]);
  expect(axisSteps(0)).toEqual([0]);
});

test('turn marks name the first and the last turn and do not crowd', () => {
  expect(turnMarks(1, 31, 672)).toEqual([1, 5, 10, 15, 20, 25, 31]);
  expect(turnMarks(1, 1, 672)).toEqual([1]);
  expect(turnMarks(1, 9, 300)).toEqual([1, 5, 9]);
  const many = turnMarks(1, 20_000, 672);
  expect(many.length).toBeLessThan(14);
  expect(many.at(-1)).toBe(20_000);
});

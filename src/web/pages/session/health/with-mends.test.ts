import { expect, test } from 'vitest';
import type { HealthAnswer } from '../../../../server/api.ts';
import { withMends } from './with-mends.ts';

const problems = [
  { rule: 'no-final-newline', line: 9, mendable: true },
  { rule: 'duplicate-uuid', line: 4, mendable: false },
];
const health = { problems } as unknown as HealthAnswer;
const mendable = (answer: HealthAnswer) => answer.problems.map((one) => one.mendable);

test('before the trial the remedies tell what can be mended, after it the trial does', () => {
  expect(mendable(withMends(health, undefined))).toEqual([true, false]);
  const mended = { loads: 4, of: 4 };
  expect(mendable(withMends(health, { mendedLines: [4], mended }))).toEqual([true, true]);
});

test('where the trial mends nothing, nothing is offered', () => {
  expect(mendable(withMends(health, { mendedLines: [] }))).toEqual([false, false]);
});

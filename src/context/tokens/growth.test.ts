import { expect, test } from 'vitest';
import { attributeTokens } from './attribute-tokens.ts';
import { measureGrowth } from './growth.ts';
import { answer, boundary, prompt, result, talkOf, text, use, words } from './talk-of.fixture.ts';

const talk = talkOf(
  prompt('go'),
  answer('m1', use('t1', 'Read'), { context: 20_000, output: 80 }),
  result('t1', words(9000)),
  answer('m2', text('long'), { context: 30_000, output: 9 }),
  prompt('on'),
  answer('m3', text('ok'), { context: 30_040, output: 9 }),
  boundary(),
  prompt(words(600), { isCompactSummary: true }),
  answer('m4', text('on'), { context: 20_700 }),
);

test('[K1] each turn ends at the logged size of its last request, and the kinds add up to it', () => {
  const rows = measureGrowth(attributeTokens(talk));
  expect(
    rows.map(({ turn, requests, context, peak, change }) => [turn, requests, context, peak, change]),
  ).toEqual([
    [1, 2, 30_000, 30_000, 30_000],
    [2, 2, 20_700, 30_040, -9300],
  ]);
  for (const { byKind, context } of rows) {
    expect(Object.values(byKind).reduce((a, b) => a + b, 0)).toBe(context);
    expect(Math.min(...Object.values(byKind))).toBe(0);
  }
});

test('[G4] the turn with a compaction says how much it dropped', () => {
  const [first, second] = measureGrowth(attributeTokens(talk));
  expect(first?.dropped).toEqual({});
  expect(Object.keys(second?.dropped ?? {})).toEqual(['compaction']);
  expect(second?.dropped.compaction).toBeGreaterThan(9000);
});

test('the share of the window is of the model that answered last', () => {
  expect(measureGrowth(attributeTokens(talk))[0]).toMatchObject({
    model: 'claude-opus-4-6',
    window: { tokens: 200_000 },
    filled: 0.15,
  });
});

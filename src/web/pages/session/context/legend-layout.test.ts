import { expect, test } from 'vitest';
import { layOutLegend } from './legend-layout.ts';

const FRAME = { top: 16, bottom: 252 };
const NOTHING = {};

/** The ends of seven bands of these heights, from the bottom up. */
function endsOf(heights: readonly number[]) {
  let lower = FRAME.bottom;
  return heights.map((height) => {
    const end = { lower, upper: lower - height };
    lower = end.upper;
    return end;
  });
}

test('a kind stands at the middle of its band', () => {
  const [system, , result] = layOutLegend(endsOf([60, 0, 40, 0, 0, 0, 100]), NOTHING, FRAME);
  expect(system).toMatchObject({ middle: 222, y: 222 });
  expect(result).toMatchObject({ band: { name: 'result' }, middle: 102, y: 102 });
});

test('kinds of thin bands are moved apart, and stay inside the picture', () => {
  for (const heights of [
    [230, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 230],
    [2, 2, 2, 2, 2, 2, 2],
  ]) {
    const ys = layOutLegend(endsOf(heights), NOTHING, FRAME).map(({ y }) => y);
    expect(ys).toHaveLength(7);
    for (const [i, y] of ys.entries()) {
      expect(y).toBeGreaterThanOrEqual(FRAME.top);
      expect(y).toBeLessThanOrEqual(FRAME.bottom);
      if (i > 0) expect((ys[i - 1] as number) - y).toBeGreaterThanOrEqual(17);
    }
  }
});

test('a kind that is only at the selected turn is named; one that is nowhere is not', () => {
  const rows = layOutLegend(endsOf([60, 0, 0, 0, 0, 0, 100]), { summary: 500 }, FRAME);
  expect(rows.map(({ band }) => band.name)).toEqual(['system', 'compact', 'result']);
});

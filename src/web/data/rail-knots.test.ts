import { expect, test } from 'vitest';
import { layOutKnots } from './rail-knots.ts';
import { turnOf } from './rows.fixture.ts';

test('a knot a turn while there is room, then one for several', () => {
  const turns = Array.from({ length: 30 }, (_, i) => turnOf(i + 1, { errors: i === 29 ? 1 : 0 }));
  expect(layOutKnots([turnOf(0), ...turns], 40).knots).toHaveLength(30);
  const few = layOutKnots(turns, 10).knots;
  expect(few.map(({ from, to }) => [from.number, to.number]).at(-1)).toEqual([28, 30]);
  expect(few.at(-1)?.errors).toBe(1);
});

test('a compaction stands between the knots, and places lead back to turns', () => {
  const mark = { row: 15, scope: 'full' as const };
  const rail = layOutKnots([turnOf(1, { compactions: [mark] }), turnOf(2), turnOf(3)], 10);
  const [first, second] = rail.knots;
  expect(rail.bows[0]?.at).toBeGreaterThan(first?.at ?? 1);
  expect(rail.bows[0]?.at).toBeLessThan(second?.at ?? 0);
  expect(rail.turnAt(second?.at ?? 0)?.number).toBe(2);
});

test('round turns have their number beside their knot, whichever turn the knot begins with', () => {
  const turns = Array.from({ length: 69 }, (_, i) => turnOf(i + 1));
  const labels = (most: number) =>
    layOutKnots(turns, most).knots.flatMap(({ label }) => (label === undefined ? [] : [label]));
  expect(labels(80)).toEqual([1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 69]);
  expect(labels(40)).toEqual([1, 10, 20, 30, 40, 50, 60, 69]);
  expect(labels(10)).toEqual([1, 50, 69]);
});

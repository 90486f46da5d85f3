import { expect, test } from 'vitest';
import type { ContextCompaction, GrowthLine } from '../../../../server/api.ts';
import { layOutGrowth } from './growth-layout.ts';

const FRAME = { left: 40, right: 740, top: 20, bottom: 260, share: false };

const lineOf = (turn: number, context: number) =>
  ({ turn, context, byKind: { user: context } }) as unknown as GrowthLine;

const compactionIn = (turn: number, before: number) => ({ turn, before, scope: 'full' }) as ContextCompaction;

test('a turn that was compacted on its way stands behind the cliff, also the first one', () => {
  const first = layOutGrowth([lineOf(1, 50_000), lineOf(2, 90_000)], [compactionIn(1, 150_000)], FRAME);
  expect(first.cliffs).toMatchObject([{ x: FRAME.left, label: 'compacted at 150k' }]);
  expect(first.bands.some(({ past }) => past)).toBe(false);
  const second = layOutGrowth(
    [lineOf(1, 100_000), lineOf(2, 40_000), lineOf(3, 60_000)],
    [compactionIn(2, 150_000)],
    FRAME,
  );
  expect(second.cliffs[0]?.x).toBe(second.xOf(1.5));
  expect(second.bands.some(({ past }) => past)).toBe(true);
});

test('a compaction at the end of a turn stands behind it', () => {
  const layout = layOutGrowth(
    [lineOf(1, 100_000), lineOf(2, 150_000), lineOf(3, 30_000)],
    [compactionIn(2, 150_000)],
    FRAME,
  );
  expect(layout.cliffs[0]?.x).toBe(layout.xOf(2.5));
});

test('a stretch rises to the size at which it was compacted, and the axis has room for it', () => {
  const growth = [lineOf(1, 100_000), lineOf(2, 40_000), lineOf(3, 60_000)];
  const byKind = { user: 160_000 } as ContextCompaction['byKind'];
  const layout = layOutGrowth(growth, [{ ...compactionIn(2, 160_000), byKind } as ContextCompaction], FRAME);
  expect(layout.most).toBe(160_000);
  const [past] = layout.outlines;
  expect(past?.path).toBe(
    `M${layout.xOf(1).toFixed(1)} ${layout.yOf(100_000).toFixed(1)}L${layout.xOf(1.5).toFixed(1)} ${layout.yOf(160_000).toFixed(1)}`,
  );
  // What begins behind the cliff begins at its first turn.
  expect(layout.outlines[1]?.path).toMatch(new RegExp(`^M${layout.xOf(2).toFixed(1)} `));
});

test('a compaction on the way of the very first turn has the rise to it before the cliff', () => {
  const growth = [lineOf(1, 50_000), lineOf(2, 90_000)];
  const byKind = { user: 150_000 } as ContextCompaction['byKind'];
  const cut = { ...compactionIn(1, 150_000), byKind } as ContextCompaction;
  const layout = layOutGrowth(growth, [cut], FRAME);
  expect([layout.first, layout.xOf(0)]).toEqual([0, FRAME.left]);
  expect(layout.cliffs[0]?.x).toBe(layout.xOf(0.5));
  expect(layout.outlines.map(({ path, past }) => [path, past])).toEqual([
    [`M40.0 260.0L${layout.xOf(0.5).toFixed(1)} ${layout.yOf(150_000).toFixed(1)}`, true],
    [expect.stringMatching(new RegExp(`^M${layout.xOf(1).toFixed(1)} `)), false],
  ]);
  // The start is no turn: whoever points at it means the first one.
  expect(layout.turnAt(FRAME.left)).toBe(1);
  const shares = layOutGrowth(growth, [cut], { ...FRAME, share: true });
  expect(shares.outlines[0]?.path).toBe(`M40.0 20.0L${layout.xOf(0.5).toFixed(1)} 20.0`);
});

test('a stretch that ends with the compaction has its size already', () => {
  const growth = [lineOf(1, 100_000), lineOf(2, 150_000), lineOf(3, 30_000)];
  const byKind = { user: 150_000 } as ContextCompaction['byKind'];
  const layout = layOutGrowth(growth, [{ ...compactionIn(2, 150_000), byKind } as ContextCompaction], FRAME);
  expect(layout.outlines[0]?.path.split('L')).toHaveLength(2);
});

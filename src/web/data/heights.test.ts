import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Heights } from './heights.ts';

test('places and items are those that adding up one by one gives, before and after heights change', () => {
  const size = fc.integer({ min: 0, max: 50 });
  fc.assert(
    fc.property(
      fc.array(size, { maxLength: 70 }),
      fc.array(fc.tuple(fc.nat(69), size), { maxLength: 20 }),
      fc.integer({ min: -5, max: 4000 }),
      (sizes, changes, offset) => {
        const heights = new Heights(sizes.length, (i) => sizes[i] as number);
        for (const [index, to] of changes) {
          if (index >= sizes.length) continue;
          sizes[index] = to;
          heights.resize(index, to);
        }
        const starts = [0];
        for (const one of sizes) starts.push((starts.at(-1) as number) + one);
        expect(starts.map((_, i) => heights.startOf(i))).toEqual(starts);
        expect(heights.total).toBe(starts.at(-1));
        const found = sizes.findIndex((_, i) => (starts[i + 1] as number) > offset);
        expect(heights.indexAt(offset)).toBe(found >= 0 ? found : Math.max(0, sizes.length - 1));
      },
    ),
  );
});

test('a list without items has no height', () => {
  const heights = new Heights(0, () => 40);
  expect([heights.total, heights.startOf(0), heights.indexAt(100)]).toEqual([0, 0, 0]);
});

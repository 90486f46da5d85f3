import { expect, test } from 'vitest';
import type { Span } from '../../../../server/api.ts';
import { gatherMarks } from './gather-marks.ts';
import type { PartRow } from './span-index.ts';

function rowOf(times: readonly (readonly [number, number, boolean?])[]): PartRow {
  const spans = times.map(
    ([start, end, failed], id): Span => ({
      id,
      lane: 'tools',
      kind: 'tool',
      start,
      end,
      basis: 'timestamps',
      label: '',
      turn: 1,
      depth: 0,
      ...(failed ? { failed } : {}),
    }),
  );
  return {
    lane: 'tools',
    sort: 'call',
    depth: 0,
    spans,
    from: Float64Array.from(spans, ({ start }) => start),
    to: Float64Array.from(spans, ({ end }) => end),
  };
}

test('a mark lies where its span lies, and only what is in view is drawn', () => {
  const row = rowOf([
    [0, 100],
    [400, 600],
    [5000, 6000],
  ]);
  const marks = gatherMarks(row, { from: 200, to: 1200, left: 100, right: 1100 }, 10, 12);
  expect(marks.map(({ x, width }) => [x, width])).toEqual([[300, 200]]);
});

test('a hundred thousand spans become few marks, and a failure among them is seen', () => {
  const row = rowOf(Array.from({ length: 100_000 }, (_, i) => [i * 10, i * 10 + 8, i === 777] as const));
  const marks = gatherMarks(row, { from: 0, to: 1_000_000, left: 0, right: 1000 }, 0, 12);
  expect(marks.length).toBeLessThan(510);
  expect(marks.reduce((sum, { count }) => sum + count, 0)).toBe(100_000);
  expect(marks.filter(({ failed }) => failed)).toHaveLength(1);
});

test('spans that the server gathered count as many as they stand for', () => {
  const row = rowOf([
    [0, 1],
    [2, 3],
  ]);
  const told = { ...row, spans: row.spans.map((span) => ({ ...span, count: 40 })) };
  const marks = gatherMarks(told, { from: 0, to: 10_000, left: 0, right: 1000 }, 0, 12);
  expect(marks.map(({ count }) => count)).toEqual([80]);
});

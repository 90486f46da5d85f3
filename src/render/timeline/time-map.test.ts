import { expect, test } from 'vitest';
import { drawMap } from './time-map.ts';
import type { TimelineIndex } from './timeline-index.ts';

const LENGTH = 30_000;

function mapOf(agents: readonly { readonly start: number; readonly end: number }[]) {
  const fold = { length: LENGTH, unitOf: (time: number) => time };
  return drawMap({ axis: () => ({ fold, lanes: [] }), agents } as unknown as TimelineIndex, false);
}

const short = Array.from({ length: 300 }, (_, i) => ({ start: i * 100, end: i * 100 + 60 }));

test('a few agents are drawn as they are', () => {
  expect(mapOf(short.slice(0, 2)).agents).toEqual([
    [0, 2],
    [3, 5],
  ]);
});

test('of very many agents, each stretch in which some worked shows its longest', () => {
  const { agents } = mapOf([...short, { start: 12_010, end: 18_000 }]);
  expect(agents.length).toBe(60);
  const starts = agents.map(([from]) => from);
  expect([Math.min(...starts), Math.max(...starts)]).toEqual([0, expect.closeTo(983, -1)]);
  expect(agents).toContainEqual([400, 600]);
});

import { expect, test } from 'vitest';

import { layOutGraph, SPINE } from './lay-out-graph.ts';
import type { GraphRow, GraphTurn } from './turn-graph.ts';

function turnOf(turn: number, more: Partial<GraphTurn> = {}): GraphTurn {
  return {
    type: 'turn',
    id: `t${turn}`,
    turn,
    strand: 0,
    left: false,
    branches: [1],
    prompt: `prompt ${turn}`,
    state: 'live',
    sent: true,
    calls: 0,
    failedCalls: 0,
    change: 100,
    entries: 2,
    leaf: false,
    ...more,
  };
}

test('the thread is dashed above a compaction and solid below it', () => {
  const compaction: GraphRow = { type: 'compaction', strand: 0, left: false, turn: 2 };
  const { threads } = layOutGraph([
    turnOf(1, { sent: false }),
    turnOf(2, { sent: false }),
    compaction,
    turnOf(3),
    turnOf(4),
  ]);
  expect(threads.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['gone', 0, 2],
    ['spine', 2, 4],
  ]);
});

test('a way that was left parts from the turn before it', () => {
  const left = turnOf(2, { id: 'x', left: true, strand: 1, parentId: 't1' });
  const { threads, knots } = layOutGraph([turnOf(1), left, turnOf(2)]);
  expect(knots[1]?.x).toBeGreaterThan(SPINE);
  expect(threads.find(({ kind }) => kind === 'left')).toMatchObject({ from: 0, to: 1 });
});

test('an agent that came back ends in the next turn, one that did not ends in its own knot', () => {
  const agent = (returned: boolean): GraphRow => ({
    type: 'agent',
    strand: 0,
    left: false,
    turn: 1,
    agentId: 'a',
    turnId: 't1',
    depth: 1,
    name: 'Explore',
    calls: 2,
    failedCalls: 0,
    returned,
  });
  const ends = [true, false].map(
    (returned) =>
      layOutGraph([turnOf(1), agent(returned), turnOf(2)]).threads.find(({ kind }) => kind === 'agent')?.to,
  );
  expect(ends).toEqual([2, 1]);
});

import { expect, test } from 'vitest';
import type { Drawing, Knot, KnotState, Link, LinkKind } from './drawing.ts';
import { layOut } from './lay-out.ts';

function knot(id: string, state: KnotState = 'active', more: Partial<Knot> = {}): Knot {
  return {
    id,
    kind: 'user',
    state,
    label: id,
    turn: undefined,
    cluster: undefined,
    lines: undefined,
    uuid: undefined,
    time: undefined,
    calls: 0,
    failed: 0,
    contextTokens: undefined,
    ...more,
  };
}

const link = (from: string, to: string, kind: LinkKind = 'next'): Link => ({ from, to, kind, active: true });

function rows(knots: readonly Knot[], links: readonly Link[]): string[] {
  const drawing: Drawing = { by: 'turn', knots, links, clusters: [] };
  return layOut(drawing).map((one) => `${'  '.repeat(one.lane)}${one.knot.id}`);
}

test('what was left stands to the right, right below where it leaves; the thread goes straight on', () => {
  const knots = [knot('a'), knot('b', 'left'), knot('c', 'left'), knot('d'), knot('e')];
  const links = [link('a', 'b', 'branch'), link('b', 'c'), link('a', 'd'), link('d', 'e')];
  expect(rows(knots, links)).toEqual(['a', '  b', '  c', 'd', 'e']);
});

test('an agent never carries the thread on, even where nothing else does', () => {
  const knots = [knot('a'), knot('x', 'active', { cluster: 'a1' })];
  expect(rows(knots, [link('a', 'x', 'agent-start'), link('x', 'a', 'agent-return')])).toEqual(['a', '  x']);
});

test('several roots stand one below the other', () => {
  expect(rows([knot('a', 'left'), knot('b')], [])).toEqual(['a', 'b']);
});

test('50,000 leaves and 100,000 knots in a chain are placed without recursion', () => {
  const star = Array.from({ length: 50_000 }, (_, i) => knot(`n${i}`, i === 49_999 ? 'active' : 'left'));
  const placed = layOut({
    by: 'entry',
    knots: star,
    links: star.slice(1).map(({ id }) => link('n0', id)),
    clusters: [],
  });
  expect(placed).toHaveLength(50_000);
  expect(Math.max(...placed.map((one) => one.lane).slice(0, 100))).toBe(1);
  const chain = Array.from({ length: 100_000 }, (_, i) => knot(`n${i}`));
  const links = chain.slice(1).map(({ id }, i) => link(`n${i}`, id));
  const line = layOut({ by: 'entry', knots: chain, links, clusters: [] });
  expect(line.every((one, row) => one.row === row && one.lane === 0)).toBe(true);
});

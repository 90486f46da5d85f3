import { expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { buildGraph } from './graph.ts';

const chain = (...links: (readonly [uuid: string, parent: string | null, extra?: JsonObject])[]) =>
  buildGraph(
    makeEntries(links.map(([uuid, parentUuid, extra]) => ({ type: 'user', uuid, parentUuid, ...extra }))),
  );

test('[G1] entries are linked by uuid; the rest sit beside the graph', () => {
  const graph = buildGraph(
    makeEntries([
      { type: 'user', uuid: 'a', parentUuid: null },
      { type: 'file-history-snapshot', messageId: 'a' },
      { type: 'assistant', uuid: 'b', parentUuid: 'a' },
    ]),
  );
  expect(graph.nodes.map((node) => node.uuid)).toEqual(['a', 'b']);
  expect(graph.byUuid.get('b')?.parent?.uuid).toBe('a');
  expect(graph.roots.map((node) => node.uuid)).toEqual(['a']);
  expect(graph.problems).toEqual([]);
});

test('[G4] a boundary continues from its logical parent', () => {
  const boundary = { type: 'system', subtype: 'compact_boundary', logicalParentUuid: 'a' };
  const graph = chain(['a', null], ['b', 'a'], ['c', null, boundary]);
  expect(graph.byUuid.get('c')?.parent?.uuid).toBe('a');
  expect(graph.byUuid.get('c')?.basis).toBe('logical');
});

test('[G4] a boundary whose logical parent is absent continues from the last main entry before it', () => {
  const boundary = { type: 'system', subtype: 'compact_boundary', logicalParentUuid: 'gone' };
  const graph = chain(
    ['a', null],
    ['b', 'a'],
    ['p', 'a', { type: 'progress' }],
    ['s', null, { isSidechain: true }],
    ['c', null, boundary],
  );
  expect(graph.byUuid.get('c')?.parent?.uuid).toBe('b');
  expect(graph.byUuid.get('c')?.basis).toBe('before-boundary');
});

test('[G6] a dangling parent is a problem with its place, and the entry becomes a root', () => {
  const graph = chain(['a', null], ['b', 'gone']);
  expect(graph.roots.map((node) => node.uuid)).toEqual(['a', 'b']);
  expect(graph.problems).toMatchObject([{ rule: 'G6', severity: 'warning', place: { line: 2 } }]);
});

test('[G5] a parent that stands later in the file is linked, and noted', () => {
  const graph = chain(['b', 'a'], ['a', null]);
  expect(graph.byUuid.get('b')?.parent?.uuid).toBe('a');
  expect(graph.problems).toMatchObject([{ rule: 'G5', severity: 'note', place: { line: 1 } }]);
});

test('[G6] a cycle is cut at its first line and everything stays reachable', () => {
  const graph = chain(['x', 'c'], ['a', 'c'], ['b', 'a'], ['c', 'b'], ['self', 'self']);
  expect(graph.roots.map((node) => node.uuid)).toEqual(['a', 'self']);
  expect(graph.problems.map((problem) => [problem.rule, problem.place.line])).toEqual([
    ['G5', 1],
    ['G5', 2],
    ['G6', 2],
    ['G6', 5],
  ]);
});

test('[G8] of a repeated uuid the last line counts, and the earlier ones are kept beside it', () => {
  const graph = chain(['a', null, { note: 1 }], ['b', 'a'], ['a', null, { note: 2 }]);
  expect(graph.byUuid.get('a')?.entry.value.note).toBe(2);
  expect(graph.byUuid.get('b')?.parent?.entry.value.note).toBe(2);
  expect(graph.repeated.map((entry) => entry.place.line)).toEqual([1]);
});

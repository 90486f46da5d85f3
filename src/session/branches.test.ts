import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import type { Entry } from '../log/line.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { activeLeaf } from './active-leaf.ts';
import { branchNodes, listBranches, walkParents } from './branches.ts';
import { displayOrder } from './display-order.ts';
import { listForks } from './fork.ts';
import { buildGraph, type Node } from './graph.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const prompt = (uuid: string, parentUuid: string | null, second: number, text = uuid): JsonObject => ({
  type: 'user',
  uuid,
  parentUuid,
  timestamp: at(second),
  message: { role: 'user', content: text },
});
const answer = (
  uuid: string,
  parentUuid: string,
  second: number,
  id = `m-${uuid}`,
  block: JsonObject = { type: 'text', text: uuid },
): JsonObject => ({
  type: 'assistant',
  uuid,
  parentUuid,
  timestamp: at(second),
  message: { role: 'assistant', id, content: [block] },
});
const use = (uuid: string, parentUuid: string, second: number, id: string) =>
  answer(uuid, parentUuid, second, id, { type: 'tool_use', id: `t-${uuid}`, name: 'Bash', input: {} });
const result = (uuid: string, parentUuid: string, second: number, useUuid: string): JsonObject => ({
  type: 'user',
  uuid,
  parentUuid,
  timestamp: at(second),
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t-${useUuid}`, content: 'ok' }] },
});

const read = (values: readonly JsonObject[]) => {
  const entries = makeEntries(values);
  const graph = buildGraph(entries);
  return { entries, graph, branches: listBranches(graph, entries) };
};
const uuids = (nodes: readonly { uuid: string }[]) => nodes.map((node) => node.uuid);

const parallel = [
  prompt('p1', null, 1),
  use('u1', 'p1', 2, 'm1'),
  use('u2', 'u1', 3, 'm1'),
  result('r1', 'u1', 4, 'u1'),
  result('r2', 'u2', 5, 'u2'),
  answer('a1', 'r2', 6),
];

test('[G3] parallel calls are no fork: one branch holds what a walk through the parents loses', () => {
  const { graph, branches } = read(parallel);
  expect(listForks(graph)).toEqual([]);
  expect(branches).toHaveLength(1);
  expect(uuids(branchNodes(branches[0] as never))).toEqual(['p1', 'u1', 'u2', 'r1', 'r2', 'a1']);
  expect(uuids(walkParents(graph.byUuid.get('a1') as never))).toEqual(['p1', 'u1', 'u2', 'r2', 'a1']);
});

test('[G3] two prompts on one parent are a fork with a branch each; the later line is active', () => {
  const { graph, branches } = read([
    ...parallel,
    prompt('p2', 'a1', 7),
    answer('a2', 'p2', 8),
    prompt('p3', 'a1', 9),
    answer('a3', 'p3', 10),
  ]);
  expect(listForks(graph).map((fork) => fork.at.uuid)).toEqual(['a1']);
  expect(branches.map((branch) => [branch.leaf.uuid, branch.active, branch.prompts])).toEqual([
    ['a2', false, 2],
    ['a3', true, 2],
  ]);
  expect(branches[0]).toMatchObject({ firstTime: at(1), lastTime: at(8) });
  expect(uuids(branchNodes(branches[1] as never))).not.toContain('p2');
});

test('[G3] a hook entry between answer and prompt does not hide the fork', () => {
  const hook = {
    type: 'system',
    subtype: 'stop_hook_summary',
    uuid: 'h',
    parentUuid: 'a1',
    timestamp: at(7),
  };
  const { graph } = read([...parallel, hook, prompt('p2', 'h', 8), prompt('p3', 'a1', 9)]);
  expect(listForks(graph).map((fork) => fork.at.uuid)).toEqual(['a1']);
});

test('[R1] a last-prompt overrides the last line, unless that descends from what it names', () => {
  const lines = [
    ...parallel,
    prompt('p2', 'a1', 7),
    answer('a2', 'p2', 8),
    prompt('p3', 'a1', 9),
    answer('a3', 'p3', 10),
  ];
  const leaf = (leafUuid: string) => {
    const { entries, graph } = read([...lines, { type: 'last-prompt', leafUuid }]);
    return activeLeaf(graph, entries)?.uuid;
  };
  expect(leaf('a2')).toBe('a2');
  expect(leaf('a1')).toBe('a3');
  expect(leaf('gone')).toBe('a3');
});

test('[U4] a prompt cancelled before any answer is neither a branch nor part of one', () => {
  const { branches } = read([
    ...parallel,
    prompt('p2', 'a1', 7),
    prompt('p3', 'a1', 9),
    answer('a3', 'p3', 10),
  ]);
  expect(branches.map((branch) => branch.leaf.uuid)).toEqual(['a3']);
  expect(uuids(branchNodes(branches[0] as never))).not.toContain('p2');
});

test('[G8] of a prompt logged several times at one moment the richest is real, the others are phantoms', () => {
  const rich = {
    ...prompt('p3', 'a1', 7),
    message: {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', source: {} },
      ],
    },
  };
  const poor = {
    ...prompt('p2', 'a1', 7),
    message: { role: 'user', content: [{ type: 'image', source: {} }] },
  };
  const { graph, branches } = read([...parallel, poor, rich, answer('a3', 'p3', 8)]);
  expect(listForks(graph)[0]?.ways[0]?.phantoms.map((node) => node.uuid)).toEqual(['p2']);
  expect(branches.map((branch) => branch.leaf.uuid)).toEqual(['a3']);
  const other = prompt('p2', 'a1', 7, 'something else');
  expect(
    read([...parallel, other, answer('a2', 'p2', 8), rich, answer('a3', 'p3', 9)]).branches,
  ).toHaveLength(2);
});

test('[G4] a branch goes on through a compaction', () => {
  const boundary = {
    type: 'system',
    subtype: 'compact_boundary',
    uuid: 'b',
    parentUuid: null,
    logicalParentUuid: 'a1',
    timestamp: at(7),
  };
  const { branches } = read([...parallel, boundary, prompt('p2', 'b', 8), answer('a2', 'p2', 9)]);
  expect(branches).toHaveLength(1);
  expect(uuids(branchNodes(branches[0] as never))).toEqual([
    'p1',
    'u1',
    'u2',
    'r1',
    'r2',
    'a1',
    'b',
    'p2',
    'a2',
  ]);
});

const tree = fc
  .array(
    fc.record({
      parent: fc.nat(),
      kind: fc.constantFrom('prompt', 'answer', 'use', 'progress'),
      second: fc.nat(50),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((items) =>
    items.map(({ parent, kind, second }, i): JsonObject => {
      const parentUuid = i === 0 ? null : `n${parent % i}`;
      if (kind === 'prompt' || parentUuid === null) return prompt(`n${i}`, parentUuid, second);
      if (kind === 'answer') return answer(`n${i}`, parentUuid, second);
      if (kind === 'use') return use(`n${i}`, parentUuid, second, `m-${parentUuid}`);
      return { type: 'progress', uuid: `n${i}`, parentUuid, timestamp: at(second) };
    }),
  );

test('[G5] in any tree the reading order has every parent before its children, and everyone once', () => {
  fc.assert(
    fc.property(tree, (values) => {
      const { graph } = read(values);
      const order = displayOrder(graph.nodes);
      const position = new Map(order.map((node, i) => [node, i]));
      expect(position.size).toBe(graph.nodes.length);
      for (const node of order)
        if (node.parent) expect(position.get(node.parent)).toBeLessThan(position.get(node) as number);
    }),
  );
});

test('[G5] nodes that stand in reading order already are left as they are, which the queue would do too', () => {
  const times = fc.boolean();
  fc.assert(
    fc.property(tree, times, (values, rising) => {
      const { graph } = read(rising ? values.map((value, i) => ({ ...value, timestamp: at(i) })) : values);
      const order = uuids(displayOrder(graph.nodes));
      expect(uuids(displayOrder([...graph.nodes].reverse()))).toEqual(order);
      if (rising) expect(order).toEqual(uuids(graph.nodes));
    }),
  );
});

test('[G5] shuffling the lines changes neither links nor branches, where links and times decide', () => {
  fc.assert(
    fc.property(tree, fc.infiniteStream(fc.nat()), (values, stream) => {
      const distinct = values.map((value, i) => ({ ...value, timestamp: at(i) }));
      const keys = distinct.map(() => stream.next().value as number);
      const shuffled = distinct
        .map((value, i) => [value, keys[i] as number] as const)
        .sort((a, b) => a[1] - b[1])
        .map(([value]) => value);
      const leaves = (lines: readonly JsonObject[]) => {
        const { graph } = read(lines);
        return [
          listForks(graph)
            .map((fork) => fork.at.uuid)
            .sort(),
          uuids(displayOrder(graph.nodes)),
        ];
      };
      expect(leaves(shuffled)).toEqual(leaves(distinct));
    }),
  );
});

test('[G6] a chain, a star and a cycle of 100,000 entries are read in seconds without deep recursion', () => {
  const chain = Array.from({ length: 100_000 }, (_, i) => prompt(`c${i}`, i === 0 ? null : `c${i - 1}`, i));
  expect(branchNodes(read(chain).branches[0] as never)).toHaveLength(100_000);
  const star = Array.from({ length: 50_000 }, (_, i) => prompt(`s${i}`, i === 0 ? null : 's0', i));
  expect(read([...star, answer('end', 's7', 60)]).branches.length).toBeGreaterThan(0);
  const cycle = Array.from({ length: 100_000 }, (_, i) => prompt(`k${i}`, `k${(i + 99_999) % 100_000}`, i));
  expect(read(cycle).graph.problems.filter((problem) => problem.rule === 'G6')).toHaveLength(1);
});

test('[G8] copies with nothing but an image, however many, are those of the first prompt with words', () => {
  const image: JsonObject = { type: 'image', source: {} };
  const copy = { ...prompt('copy', 'a', 3), message: { role: 'user', content: [image] } };
  const [root, worded, other, bare] = makeEntries([
    prompt('a', null, 1),
    prompt('b', 'a', 3),
    prompt('c', 'a', 3),
    copy,
  ]);
  const graph = buildGraph([root, worded, other] as Entry[]);
  const at = graph.byUuid.get('a') as Node;
  const copies = Array.from({ length: 130_000 }, (_, i): Node => {
    return { uuid: `i${i}`, index: 3 + i, entry: bare as Entry, parent: at, basis: 'parent', children: [] };
  });
  const [fork] = listForks({ ...graph, nodes: [{ ...at, children: [...at.children, ...copies] }] });
  expect(fork?.ways.map(({ phantoms }) => phantoms.length)).toEqual([130_000, 0]);
});

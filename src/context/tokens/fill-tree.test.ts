import { expect, test } from 'vitest';
import { type FillItem, type FillNode, fillTree } from './fill-tree.ts';
import { TOKEN_KINDS } from './list-token-items.ts';

const item = (more: Partial<FillItem>): FillItem => ({ kind: 'tool-result', tokens: 10, turn: 1, ...more });

test('kind, tool, file and call: every node is the sum of its children', () => {
  const items = [
    item({ tool: 'Read', file: '/a', label: 'Read a', line: 1 }),
    item({ tool: 'Read', file: '/a', label: 'Read a', line: 2, tokens: 5 }),
    item({ tool: 'Read', file: '/b', label: 'Read b' }),
    item({ tool: 'Bash', label: 'ls' }),
    item({ kind: 'system', tokens: 100, turn: 0 }),
    item({ kind: 'user', tokens: 0 }),
  ];
  const tree = fillTree(items, TOKEN_KINDS);
  expect(tree.map(({ kind, tokens }) => [kind, tokens])).toEqual([
    ['system', 100],
    ['tool-result', 35],
  ]);
  const [read, bash] = tree[1]?.children ?? [];
  expect([read?.name, read?.tokens, bash?.name]).toEqual(['Read', 25, 'Bash']);
  expect(read?.children.map(({ name, level, tokens }) => [name, level, tokens])).toEqual([
    ['/a', 'file', 15],
    ['/b', 'file', 10],
  ]);
  expect(read?.children[0]?.children.map(({ line }) => line)).toEqual([1, 2]);
});

test('of very many the smallest go together, and nothing is lost', () => {
  const items = Array.from({ length: 1000 }, (_, i) => item({ tool: `tool${i}`, tokens: i + 1 }));
  const [kind] = fillTree(items, TOKEN_KINDS);
  const sum = (nodes: readonly FillNode[] | undefined) =>
    nodes?.reduce((total, { tokens }) => total + tokens, 0);
  expect(kind?.children.length).toBe(60);
  expect(sum(kind?.children)).toBe(500_500);
  expect(kind?.children.at(-1)).toMatchObject({ level: 'rest', items: 941 });
});

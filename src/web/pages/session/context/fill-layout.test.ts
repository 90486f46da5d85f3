import { expect, test } from 'vitest';
import type { FillNode } from '../../../../server/api.ts';
import { layOutFill } from './fill-layout.ts';

function nodeOf(name: string, level: FillNode['level'], tokens: number, children: FillNode[] = []): FillNode {
  return { name, level, kind: 'tool-result', tokens, items: 1, children };
}

test('boxes too narrow to be told apart become one that counts them, as wide as they are together', () => {
  const calls = Array.from({ length: 40 }, (_, i) => nodeOf(`call ${i}`, 'call', 5));
  const rest = { ...nodeOf('12 smaller', 'rest', 5), items: 12 };
  const tool = nodeOf('Read', 'tool', 1000, [nodeOf('large', 'call', 795), ...calls, rest]);
  const { boxes } = layOutFill([nodeOf('tool-result', 'kind', 1000, [tool])]);
  const deepest = boxes.filter(({ depth }) => depth === 2);
  expect(deepest.map(({ node }) => [node.name, node.tokens])).toEqual([
    ['large', 795],
    ['52 smaller', 205],
  ]);
  expect(deepest[1]?.width).toBeCloseTo(880 * 0.205);
});

test('a single narrow box keeps its name, and kinds are never drawn as one', () => {
  const lone = nodeOf('Read', 'tool', 1000, [nodeOf('large', 'call', 995), nodeOf('small', 'call', 5)]);
  const kinds = [nodeOf('a', 'kind', 1000, [lone]), nodeOf('b', 'kind', 4), nodeOf('c', 'kind', 4)];
  const { boxes } = layOutFill(kinds);
  expect(boxes.map(({ node }) => node.name)).toEqual(['a', 'b', 'c', 'Read', 'large', 'small']);
});

test('one call about a file, and one nameless thing of a turn, are not drawn again below it', () => {
  const file = nodeOf('a.ts', 'file', 600, [nodeOf('Read a.ts', 'call', 600)]);
  const turn = nodeOf('turn 3', 'turn', 400, [nodeOf('tool-result', 'call', 400)]);
  const named = nodeOf('turn 4', 'turn', 400, [nodeOf('This session', 'call', 400)]);
  const { boxes } = layOutFill([nodeOf('tool-result', 'kind', 1400, [file, turn, named])]);
  expect(boxes.map(({ node }) => node.name)).toEqual([
    'tool-result',
    'a.ts',
    'turn 3',
    'turn 4',
    'This session',
  ]);
});

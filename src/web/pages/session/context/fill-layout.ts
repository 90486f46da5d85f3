// Where the boxes of the fill picture lie: children below their parent, as wide as their tokens.
import type { FillNode } from '../../../../server/api.ts';

export interface FillBox {
  readonly key: string;
  readonly node: FillNode;
  readonly depth: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const WIDTH = 880;
const LINE = 44;
const MOST_DEPTH = 4;
/** Narrower boxes are not drawn: their tokens are in their parent's width and in the table. */
const LEAST_WIDTH = 1.5;

export function layOutFill(roots: readonly FillNode[]): {
  readonly boxes: readonly FillBox[];
  readonly height: number;
} {
  const total = roots.reduce((sum, { tokens }) => sum + tokens, 0);
  const boxes: FillBox[] = [];
  let deepest = 0;
  let level = placeAll(roots, 0, 0, total === 0 ? 0 : WIDTH / total, '');
  while (level.length > 0) {
    boxes.push(...level);
    const depth = (level[0] as FillBox).depth;
    deepest = Math.max(deepest, depth);
    if (depth + 1 >= MOST_DEPTH) break;
    level = level.flatMap(({ node, x, width, key }) =>
      node.tokens > 0 ? placeAll(node.children, depth + 1, x, width / node.tokens, key) : [],
    );
  }
  return { boxes, height: (deepest + 1) * LINE };
}

function placeAll(
  nodes: readonly FillNode[],
  depth: number,
  left: number,
  scale: number,
  parent: string,
): FillBox[] {
  const boxes: FillBox[] = [];
  let x = left;
  for (const [i, node] of nodes.entries()) {
    const width = node.tokens * scale;
    if (width >= LEAST_WIDTH) boxes.push({ key: `${parent}/${i}`, node, depth, x, y: depth * LINE, width });
    x += width;
  }
  return boxes;
}

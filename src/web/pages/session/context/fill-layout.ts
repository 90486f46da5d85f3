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
/** Narrower boxes beside each other are drawn as one. */
const LEAST_WIDTH = 10;
/** What is narrower still is not drawn: its tokens are in its parent's width and in the table. */
const LEAST_SEEN = 1.5;

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
      node.tokens > 0 ? placeAll(childrenOf(node), depth + 1, x, width / node.tokens, key) : [],
    );
  }
  return { boxes, height: (deepest + 1) * LINE };
}

/** One nameless thing of a turn, or one call about a file, would only say again what stands above it. */
function childrenOf({ level, children }: FillNode): readonly FillNode[] {
  const [only, ...others] = children;
  if (!only || others.length > 0 || only.children.length > 0) return children;
  return level === 'file' || only.name === only.kind ? [] : children;
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
  for (const [i, node] of gatherNarrow(nodes, LEAST_WIDTH / scale).entries()) {
    const width = node.tokens * scale;
    if (width >= LEAST_SEEN) boxes.push({ key: `${parent}/${i}`, node, depth, x, y: depth * LINE, width });
    x += width;
  }
  return boxes;
}

/** Runs of nodes with fewer tokens become one that counts them: a comb of hairlines tells nobody anything. */
function gatherNarrow(nodes: readonly FillNode[], least: number): FillNode[] {
  const gathered: FillNode[] = [];
  let run: FillNode[] = [];
  const endRun = () => {
    const [first, ...rest] = run;
    if (first && rest.length === 0) gathered.push(first);
    else if (first) {
      const tokens = run.reduce((sum, node) => sum + node.tokens, 0);
      const count = run.reduce((sum, { level, items }) => sum + (level === 'rest' ? items : 1), 0);
      gathered.push({ ...first, level: 'rest', name: `${count} smaller`, tokens, children: [] });
    }
    run = [];
  };
  for (const node of nodes) {
    // Kinds differ in colour: at the top none is hidden behind another.
    if (node.level !== 'kind' && node.tokens < least) run.push(node);
    else {
      endRun();
      gathered.push(node);
    }
  }
  endRun();
  return gathered;
}

// The whole way to a leaf as a client walks it, through all compactions: the older windows first, then what it would send.
import { isCompactBoundary, logicalParentUuidOf } from '../log/fields.ts';
import type { Entry, Line } from '../log/line.ts';
import { chooseLeaf } from './choose-leaf.ts';
import { behaviourOf, NEWEST_CLIENT } from './client-behaviour.ts';
import { type Node, type NodeTable, readNodes } from './read-nodes.ts';
import { takeBackSiblings } from './take-back-siblings.ts';
import { walkPath } from './walk-path.ts';

export interface ResumeWalk {
  /** From the first to the leaf, siblings taken back in each window. */
  readonly entries: readonly Entry[];
  /** A link was missing or led in a circle: the way was found by time, or ends there. */
  readonly isBroken: boolean;
}

/** `leaf` is by default the newest client's own choice. */
export function walkResumePath(lines: readonly Line[], leaf?: string): ResumeWalk {
  const behaviour = behaviourOf(NEWEST_CLIENT);
  const table = readNodes(lines, behaviour);
  const windows: (readonly Node[])[] = [];
  const seen = new Set<Node>();
  let isBroken = false;
  let end = leaf === undefined ? chooseLeaf(table, behaviour) : table.byUuid.get(leaf);
  while (end && !seen.has(end)) {
    const path = walkPath(table, end, behaviour);
    if (path.begins !== 'root' || path.mended.length > 0) isBroken = true;
    const window = takeBackSiblings(path.nodes, table, behaviour);
    const fresh = window.filter((node) => !seen.has(node));
    for (const node of fresh) seen.add(node);
    windows.push(fresh);
    const boundary = window.find((node) => isCompactBoundary(node.entry));
    end = boundary && before(boundary, table);
  }
  return { entries: windows.reverse().flatMap((window) => window.map((node) => node.entry)), isBroken };
}

/** The entry that a boundary continues from: its logical parent, or where the file lacks it the main entry before it [G4]. */
function before(boundary: Node, table: NodeTable): Node | undefined {
  const logical = table.byUuid.get(logicalParentUuidOf(boundary.entry) ?? '');
  return logical ?? table.nodes.findLast((node) => node.position < boundary.position && !node.sidechain);
}

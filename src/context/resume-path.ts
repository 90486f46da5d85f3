// The whole way to a leaf as a client walks it, through all compactions: the older windows first, then what it would send.
import { isCompactBoundary, logicalParentUuidOf } from '../log/fields.ts';
import type { Entry, Line } from '../log/line.ts';
import { chooseLeaf } from './choose-leaf.ts';
import { behaviourOf, NEWEST_CLIENT } from './client-behaviour.ts';
import { type Node, type NodeTable, readNodes } from './read-nodes.ts';
import { takeBackSiblings } from './take-back-siblings.ts';
import { walkPath } from './walk-path.ts';

/** Entries from the first to the leaf (by default the newest client's own choice), siblings taken back in each window. */
export function walkResumePath(lines: readonly Line[], leaf?: string): Entry[] {
  const behaviour = behaviourOf(NEWEST_CLIENT);
  const table = readNodes(lines, behaviour);
  const windows: (readonly Node[])[] = [];
  const seen = new Set<Node>();
  let end = leaf === undefined ? chooseLeaf(table, behaviour) : table.byUuid.get(leaf);
  while (end && !seen.has(end)) {
    const window = takeBackSiblings(walkPath(table, end, behaviour).nodes, table, behaviour);
    const fresh = window.filter((node) => !seen.has(node));
    for (const node of fresh) seen.add(node);
    windows.push(fresh);
    const boundary = window.find((node) => isCompactBoundary(node.entry));
    end = boundary && before(boundary, table);
  }
  return windows.reverse().flatMap((window) => window.map((node) => node.entry));
}

/** The entry that a boundary continues from: its logical parent, or where the file lacks it the main entry before it [G4]. */
function before(boundary: Node, table: NodeTable): Node | undefined {
  const logical = table.byUuid.get(logicalParentUuidOf(boundary.entry) ?? '');
  return logical ?? table.nodes.findLast((node) => node.position < boundary.position && !node.sidechain);
}

// Walks from the leaf up to where history begins for the client, over gaps and cycles as its era does.
import type { ClientBehaviour } from './client-behaviour.ts';
import { type Node, NodeMarks, type NodeTable } from './read-nodes.ts';

/** How far back in time the newest client looks for the entry before a gap: 5,000 ms yes, 5,001 no [resume R5]. */
const REACH_MS = 5000;

export interface Path {
  /** From the first entry to the leaf. */
  readonly nodes: readonly Node[];
  /** Why it begins where it does: at a root, or at an entry whose parent is missing or already walked. */
  readonly begins: 'root' | 'missing-parent' | 'cycle';
  /** Links that were missing or circular and were passed by time. */
  readonly mended: readonly Node[];
  /** The client never comes back from this path (a cycle, to 2.0.64). */
  readonly hangs: boolean;
}

export function walkPath(table: NodeTable, leaf: Node, behaviour: ClientBehaviour): Path {
  const known = soundPaths.get(table)?.get(leaf);
  if (known) return known;
  const path = walkUp(table, leaf, behaviour);
  if (path.begins === 'root' && path.mended.length === 0) keepSound(table, leaf, path);
  return path;
}

// Where no link is missing and none leads in a circle, all clients walk alike: a dozen of them are asked about one table.
const soundPaths = new WeakMap<NodeTable, Map<Node, Path>>();

function keepSound(table: NodeTable, leaf: Node, path: Path): void {
  const paths = soundPaths.get(table);
  if (paths) paths.set(leaf, path);
  else soundPaths.set(table, new Map([[leaf, path]]));
}

function walkUp(table: NodeTable, leaf: Node, behaviour: ClientBehaviour): Path {
  const walked = new NodeMarks(table);
  const nodes: Node[] = [];
  const mended: Node[] = [];
  let nearest: ((node: Node) => Node | undefined) | undefined;
  let begins: Path['begins'] = 'root';
  for (let at: Node | undefined = leaf; at; ) {
    walked.add(at);
    nodes.push(at);
    if (at.parent === undefined) break;
    const parent: Node | undefined = at.up;
    if (parent && !walked.has(parent)) {
      at = parent;
      continue;
    }
    const rule: ClientBehaviour['cycle'] | ClientBehaviour['missingParent'] = parent
      ? behaviour.cycle
      : behaviour.missingParent;
    nearest ??= rule === 'by-time' ? nearestBefore(table, walked) : undefined;
    const next: Node | undefined = rule === 'by-time' ? nearest?.(at) : undefined;
    if (next) mended.push(at);
    else begins = parent ? 'cycle' : 'missing-parent';
    at = next;
  }
  nodes.reverse();
  return { nodes, begins, mended, hangs: begins === 'cycle' && behaviour.cycle === 'hangs' };
}

/**
 * Finds the entry with the greatest time not after a node's own, not yet walked; of equal times the first in the
 * file. Walked entries are skipped for good by pointing past them, so that many gaps cost no more than one.
 */
function nearestBefore(table: NodeTable, walked: NodeMarks): (node: Node) => Node | undefined {
  const timed = table.nodes.filter((node) => !node.sidechain && node.time !== undefined);
  const time = (index: number) => timed[index]?.time ?? 0;
  timed.sort((a, b) => (a.time ?? 0) - (b.time ?? 0) || b.position - a.position);
  const back = timed.map((_, index) => index);
  const free = (from: number): number => {
    const passed: number[] = [];
    let at = from;
    while (at >= 0) {
      const jump = back[at] ?? at;
      if (jump === at && !walked.has(timed[at] as Node)) break;
      passed.push(at);
      at = jump === at ? at - 1 : jump;
    }
    for (const index of passed) back[index] = at;
    return at;
  };
  return (node) => {
    if (node.time === undefined) return undefined;
    let low = 0;
    let high = timed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (time(middle) <= node.time) low = middle + 1;
      else high = middle;
    }
    const found = free(low - 1);
    return found >= 0 && node.time - time(found) <= REACH_MS ? timed[found] : undefined;
  };
}

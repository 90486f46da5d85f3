// Finds what hangs beside the path without a word of the conversation behind it: attachments, notes and meta entries.
import { type Node, NodeMarks, type NodeTable } from './read-nodes.ts';

export interface Hanger {
  readonly node: Node;
  /** What it hangs on, by way of other quiet entries only: a block of an answer, a result or a prompt. */
  readonly anchor: Node;
}

/** In file order. What leads to an answer, a prompt or an agent's entry is another branch, and no part of it is listed. */
export function listQuietBeside(table: NodeTable, onPath: NodeMarks): readonly Hanger[] {
  const hangers: Hanger[] = [];
  const anchors = new Map<Node, Node | undefined>();
  for (const { node, foot } of twigsOf(table)) {
    if (onPath.has(node)) continue;
    // Through a quiet foot the conversation goes on: on this path, or on another branch.
    const anchor = isQuiet(foot) && !onPath.has(foot) ? undefined : climb(foot, isQuiet, anchors);
    if (anchor) hangers.push({ node, anchor });
  }
  return hangers;
}

/** Whether `listQuietBeside` could find anything on any path. */
export function hasTwigs(table: NodeTable): boolean {
  return twigsOf(table).length > 0;
}

export function isQuiet(node: Node): boolean {
  if (node.sidechain || node.type === 'assistant') return false;
  return node.type !== 'user' || (node.entry.value.isMeta === true && node.results.length === 0);
}

/** A quiet entry that leads to nothing but quiet ones. */
interface Twig {
  readonly node: Node;
  /** The first entry above it that is none. */
  readonly foot: Node;
}

// A session that was compacted a hundred times has a hundred paths.
const twigs = new WeakMap<NodeTable, readonly Twig[]>();

function twigsOf(table: NodeTable): readonly Twig[] {
  let found = twigs.get(table);
  if (!found) {
    found = findTwigs(table);
    twigs.set(table, found);
  }
  return found;
}

function findTwigs(table: NodeTable): readonly Twig[] {
  const leadsOn = new NodeMarks(table);
  const { nodes } = table;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    if (isQuiet(node)) continue;
    for (let at: Node | undefined = node; at && !leadsOn.has(at); at = at.up) leadsOn.add(at);
  }
  const isTwig = (node: Node) => !leadsOn.has(node);
  const feet = new Map<Node, Node | undefined>();
  return table.nodes.filter(isTwig).flatMap((node) => {
    const foot = climb(node, isTwig, feet);
    return foot ? [{ node, foot }] : [];
  });
}

/** The first entry upwards that is not `passed`. Each way is walked once, and a circle leads nowhere. */
function climb(
  from: Node,
  passed: (node: Node) => boolean,
  known: Map<Node, Node | undefined>,
): Node | undefined {
  const way: Node[] = [];
  let at: Node | undefined = from;
  while (at && passed(at) && !known.has(at)) {
    known.set(at, undefined);
    way.push(at);
    at = at.up;
  }
  const end = at && known.has(at) ? known.get(at) : at;
  for (const node of way) known.set(node, end);
  return end;
}

// The order in which a person should read linked entries: parents first, then by time, then by place [G5].
import { Heap } from '../base/heap.ts';
import { timeOf } from '../log/fields.ts';
import type { Node } from './graph.ts';

interface Ready {
  readonly node: Node;
  readonly time: number;
}

/** Orders nodes by Kahn's algorithm with a priority queue. Links to nodes outside the list do not count. */
export function displayOrder(nodes: readonly Node[]): Node[] {
  return isOrdered(nodes) ? [...nodes] : sortNodes(nodes);
}

/** Whether each node stands behind its parent and what is older, as most lines do: the queue would give them back as they are. */
function isOrdered(nodes: readonly Node[]): boolean {
  let index = -1;
  let time = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    const own = timeOf(node.entry);
    if (own === undefined || own < time || node.index <= index) return false;
    if (node.parent && node.parent.index >= node.index) return false;
    time = own;
    index = node.index;
  }
  return true;
}

function sortNodes(nodes: readonly Node[]): Node[] {
  const included = new Set(nodes);
  const ready = new Heap<Ready>((a, b) =>
    a.time === b.time ? a.node.index < b.node.index : a.time < b.time,
  );
  for (const node of nodes) {
    if (!node.parent || !included.has(node.parent)) ready.push({ node, time: timeOf(node.entry) ?? 0 });
  }
  const ordered: Node[] = [];
  for (let next = ready.pop(); next; next = ready.pop()) {
    ordered.push(next.node);
    for (const child of next.node.children) {
      // An entry without a time of its own is read as happening right after its parent.
      if (included.has(child)) ready.push({ node: child, time: timeOf(child.entry) ?? next.time });
    }
  }
  return ordered;
}

// Cuts cycles in parent links, so that every walk up the graph ends [G6].

interface Linked {
  readonly index: number;
  parent: Linked | undefined;
  basis: unknown;
}

/**
 * Removes one link of each cycle, at the member that stands first in the file, and returns those members.
 * Each node is visited once: a walk stops at any node that an earlier walk has passed.
 */
export function breakCycles<T extends Linked>(nodes: readonly T[]): T[] {
  // Somewhere in a circle a parent stands later than its child, or is the child itself.
  if (nodes.every(({ parent, index }) => !parent || parent.index < index)) return [];
  const walkOf = new Map<Linked, number>();
  const cut: T[] = [];
  for (const [walk, start] of nodes.entries()) {
    let node: Linked | undefined = start;
    while (node && !walkOf.has(node)) {
      walkOf.set(node, walk);
      node = node.parent;
    }
    // Met again on the same walk: the node closes a cycle.
    if (node && walkOf.get(node) === walk) {
      const first = firstMember(node);
      first.parent = undefined;
      first.basis = undefined;
      cut.push(first as T);
    }
  }
  return cut;
}

function firstMember(member: Linked): Linked {
  let first = member;
  for (let node = member.parent; node && node !== member; node = node.parent)
    if (node.index < first.index) first = node;
  return first;
}

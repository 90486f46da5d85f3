// Walks a drawing as nested blocks, for formats that write clusters as brackets: an agent's knots, and inside them its agents'.
import { groupBy } from '../../base/group-by.ts';
import type { Cluster, Drawing, Knot } from './drawing.ts';

export type Part =
  | { readonly kind: 'knot'; readonly knot: Knot; readonly depth: number }
  | { readonly kind: 'open' | 'close'; readonly cluster: Cluster; readonly depth: number };

/** Deeper than this, agents are drawn beside each other: hostile files must not nest brackets without end. */
const MAX_DEPTH = 20;

export function nestClusters(drawing: Drawing): Part[] {
  const knots = groupBy(drawing.knots, (knot) => knot.cluster);
  const known = new Set(drawing.clusters.map((cluster) => cluster.id));
  const inside = groupBy(drawing.clusters, (cluster) =>
    cluster.parent !== undefined && known.has(cluster.parent) ? cluster.parent : undefined,
  );
  const parts: Part[] = (knots.get(undefined) ?? []).map((knot) => ({ kind: 'knot', knot, depth: 0 }));
  const stack: { cluster: Cluster; depth: number; done: boolean }[] = [];
  const push = (clusters: readonly Cluster[] | undefined, depth: number) => {
    for (const cluster of [...(clusters ?? [])].reverse()) stack.push({ cluster, depth, done: false });
  };
  push(inside.get(undefined), 0);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { cluster, depth } = next;
    if (next.done) {
      parts.push({ kind: 'close', cluster, depth });
      continue;
    }
    parts.push({ kind: 'open', cluster, depth });
    for (const knot of knots.get(cluster.id) ?? []) parts.push({ kind: 'knot', knot, depth: depth + 1 });
    if (depth < MAX_DEPTH) {
      stack.push({ cluster, depth, done: true });
      push(inside.get(cluster.id), depth + 1);
    } else {
      parts.push({ kind: 'close', cluster, depth });
      push(inside.get(cluster.id), depth);
    }
  }
  return parts;
}

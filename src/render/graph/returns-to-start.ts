// Finds the agents' returns that lead back to the knot they started from: as arrows they say nothing that the start does not.
import type { Drawing, Link } from './drawing.ts';

export function returnsToStart(drawing: Drawing): ReadonlySet<Link> {
  const clusterOf = new Map(drawing.knots.map((knot) => [knot.id, knot.cluster]));
  const starts = new Map<string | undefined, string>();
  for (const link of drawing.links) {
    if (link.kind === 'agent-start') starts.set(clusterOf.get(link.to), link.from);
  }
  return new Set(
    drawing.links.filter(
      (link) => link.kind === 'agent-return' && starts.get(clusterOf.get(link.from)) === link.to,
    ),
  );
}

// A drawing as plain data for other programs: times as ISO, absent values left out.
import type { Drawing } from './drawing.ts';

/** A drawing as `clew graph --json` prints it. */
export function drawingJson(drawing: Drawing): object {
  const { by, knots, links, clusters } = drawing;
  return {
    by,
    nodes: knots.map(({ time, calls, failed, ...knot }) => ({
      ...knot,
      time: time === undefined ? undefined : new Date(time).toISOString(),
      toolCalls: calls,
      failedCalls: failed,
    })),
    edges: links,
    clusters,
  };
}

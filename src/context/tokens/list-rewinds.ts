// The requests of a branch that go on from an earlier point, after another way from there had already been tried.
import type { Entry } from '../../log/line.ts';
import type { Branch } from '../../session/branches.ts';
import type { MeasuredRequest } from './measure-requests.ts';

/** The first request in each segment of the branch whose fork has an older way. */
export function listRewinds(
  branch: Branch,
  requests: readonly MeasuredRequest[],
): ReadonlySet<MeasuredRequest> {
  if (branch.segments.length === 1) return new Set();
  const segmentOf = new Map<Entry, number>();
  for (const [i, segment] of branch.segments.entries()) {
    for (const node of segment.nodes) segmentOf.set(node.entry, i);
  }
  const rewinds = new Set<MeasuredRequest>();
  let reached = 0;
  for (const request of requests) {
    const at = segmentOf.get(request.message.entries[0] as Entry) ?? reached;
    if (at > reached && isRetaken(branch, at)) rewinds.add(request);
    reached = Math.max(reached, at);
  }
  return rewinds;
}

function isRetaken(branch: Branch, at: number): boolean {
  const segment = branch.segments[at];
  const ways = branch.segments[at - 1]?.children ?? [];
  return (
    segment !== undefined && ways.some((way) => way !== segment && way.start.index < segment.start.index)
  );
}

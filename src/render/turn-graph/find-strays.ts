// Finds prompts taken back, and poorer copies of prompts: no branch ends in them, and each hangs on a turn of the spine.
import type { Entry } from '../../log/line.ts';
import { cutSegments, type Segment } from '../../session/segments.ts';
import type { Thread } from '../../session/session.ts';
import type { Turn } from '../../session/turns.ts';

export interface Stray {
  readonly segment: Segment;
  /** Its place in the spine. */
  readonly after: number;
}

export function findStrays(thread: Thread, spine: readonly Turn[]): Stray[] {
  const at = new Map<Entry, number>();
  for (const [i, turn] of spine.entries()) for (const entry of turn.entries) at.set(entry, i);
  return cutSegments(thread.graph).flatMap((segment): Stray[] => {
    const after = segment.start.parent && at.get(segment.start.parent.entry);
    if (segment.state === 'live' || segment.sidechain || after === undefined) return [];
    return [{ segment, after }];
  });
}

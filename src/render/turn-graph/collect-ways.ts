// Collects the ways that leave the active branch: where each one leaves it, and the turns that are its own.
import type { Entry } from '../../log/line.ts';
import type { Branch } from '../../session/branches.ts';
import { readConversation, type Thread } from '../../session/session.ts';
import type { Turn } from '../../session/turns.ts';

/** Entries read for the ways that were left behind: many ways of a long trunk would cost its length each. */
const MOST_WORK = 2_000_000;

export interface Way {
  readonly number: number;
  readonly branch: Branch;
  /** Position in the spine of the turn that it left behind. */
  readonly after: number;
  readonly turns: readonly Turn[];
  readonly strand: number;
}

export interface Ways {
  readonly ways: readonly Way[];
  /** Branch numbers that go through a turn of the spine, where others than the active one do. */
  readonly through: ReadonlyMap<number, readonly number[]>;
  /** The number of the active branch. */
  readonly usual: readonly number[];
  readonly undrawn: number;
}

/** `spine` are the turns of the active branch. */
export function collectWays(thread: Thread, active: Branch | undefined, spine: readonly Turn[]): Ways {
  const at = new Map<Entry | undefined, number>(spine.map((turn, i) => [turn.entries[0], i]));
  const through = new Map<number, number[]>();
  const ways: Way[] = [];
  let [work, undrawn] = [0, 0];
  const seen = new Set<Entry | undefined>();
  for (const [i, branch] of thread.branches.entries()) {
    if (branch === active) continue;
    const length = branch.segments.reduce((sum, { nodes }) => sum + nodes.length, 0);
    work += length;
    if (work > MOST_WORK) {
      undrawn++;
      continue;
    }
    const { turns } = readConversation(thread, branch);
    // A turn that both have may go on differently: the way then begins inside it.
    const shared = turns.filter((turn) => at.has(turn.entries[0]));
    for (const turn of shared) {
      const position = at.get(turn.entries[0]) as number;
      const numbers = through.get(position);
      if (numbers) numbers.push(i + 1);
      else through.set(position, [i + 1]);
    }
    const own = turns.filter((turn) => !at.has(turn.entries[0]) && !seen.has(turn.entries[0]));
    for (const turn of own) seen.add(turn.entries[0]);
    const last = shared.at(-1);
    const after = last ? (at.get(last.entries[0]) as number) : 0;
    ways.push({ number: i + 1, branch, after, turns: own, strand: 0 });
  }
  const usual = active ? [thread.branches.indexOf(active) + 1] : [];
  for (const [position, numbers] of through)
    through.set(
      position,
      [...usual, ...numbers].sort((a, b) => a - b),
    );
  return { ways: layStrands(ways), through, usual, undrawn };
}

// Ways that leave at the same turn lie beside each other.
function layStrands(ways: readonly Way[]): Way[] {
  const next = new Map<number, number>();
  return ways.map((way) => {
    const strand = (next.get(way.after) ?? 0) + 1;
    next.set(way.after, strand);
    return { ...way, strand };
  });
}

// Totals of each thread and of all below it, in one pass without recursion, each message counted once [K3].
import type { AgentLink } from './agent-links.ts';
import type { Thread } from './agent-threads.ts';
import { addTotals, type ThreadTotals, tallyThread, usageByMessage } from './thread-totals.ts';

export interface RolledTotals {
  readonly own: ThreadTotals;
  readonly total: ThreadTotals;
  /** For the main thread: with every thread, whether it hangs in the tree or not. */
  readonly all: ThreadTotals | undefined;
}

/** `order` has parents before children and names every thread once. */
export function rollUp(
  threads: readonly Thread[],
  links: readonly (AgentLink | undefined)[],
  order: readonly number[],
): RolledTotals[] {
  const seen = new Set<string>();
  const own: ThreadTotals[] = [];
  const total: ThreadTotals[] = [];
  for (const at of order) {
    const { entries, calls } = threads[at] as Thread;
    const usages = usageByMessage(entries);
    own[at] = tallyThread(entries, usages, calls.length);
    // A fork of an agent repeats messages of the thread it left: above, only what is new counts.
    const fresh = new Map([...usages].filter(([id]) => !seen.has(id)));
    for (const id of fresh.keys()) seen.add(id);
    total[at] = fresh.size === usages.size ? own[at] : tallyThread(entries, fresh, calls.length);
  }
  let all: ThreadTotals | undefined;
  for (const at of [...order].reverse()) {
    const up = links[at]?.parent;
    const sum = total[at] as ThreadTotals;
    if (up !== undefined) total[up] = addTotals(total[up] as ThreadTotals, sum);
    else all = all ? addTotals(all, sum) : sum;
  }
  return threads.map((_, at) => ({
    own: own[at] as ThreadTotals,
    total: total[at] as ThreadTotals,
    all: at === 0 ? all : undefined,
  }));
}

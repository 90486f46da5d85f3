// The figures of a session that lists and pictures want, from the same reading as its summary.
import type { MainTurns } from '../../load/summarise-file.ts';
import { entryBlocks } from '../../log/block.ts';
import { isCompactBoundary, uuidOf } from '../../log/fields.ts';
import type { Turn } from '../../session/turns.ts';
import { contextTokens, type Usage } from '../../session/usage.ts';
import type { ContextGrowth, SessionDetails } from './file-digest.ts';

const MAX_POINTS = 60;

export function sessionDetails(read: MainTurns): SessionDetails {
  const growth = followContext(read);
  return {
    growth: thinOut(growth),
    compactions: growth.compactions.length,
    failedCalls: countFailed(read),
    turnRuns: findTurnRuns(read),
  };
}

function followContext({ turns, answers }: MainTurns): ContextGrowth {
  const points: number[] = [];
  const compactions: number[] = [];
  const usages = new Map<object, Usage>();
  const counted = new Set<string>();
  for (const { id, usage, entries } of answers) {
    if (!usage || contextTokens(usage) === 0 || (id !== undefined && counted.has(id))) continue;
    if (id !== undefined) counted.add(id);
    usages.set(entries[0] as object, usage);
  }
  for (const turn of turns) {
    for (const entry of turn.entries) {
      if (isCompactBoundary(entry)) compactions.push(points.length);
      const usage = usages.get(entry);
      if (usage) points.push(contextTokens(usage));
    }
  }
  return { points, compactions };
}

/** The highest of each stretch, so that no peak is lost. */
function thinOut({ points, compactions }: ContextGrowth): ContextGrowth {
  if (points.length <= MAX_POINTS) return { points, compactions };
  const kept = new Array<number>(MAX_POINTS).fill(0);
  const place = (i: number) => Math.min(MAX_POINTS - 1, Math.floor((i * MAX_POINTS) / points.length));
  for (const [i, point] of points.entries()) kept[place(i)] = Math.max(kept[place(i)] as number, point);
  // The last figure is what the list shows beside the picture.
  kept[MAX_POINTS - 1] = points.at(-1) as number;
  return { points: kept, compactions: [...new Set(compactions.map(place))] };
}

function countFailed({ thread }: MainTurns): number {
  const failed = new Set<string>();
  for (const entry of thread.entries) {
    const { value } = entry;
    if (value.type !== 'user' || value.isSidechain === true) continue;
    for (const { type, is_error, tool_use_id } of entryBlocks(entry)) {
      if (type === 'tool_result' && is_error === true && typeof tool_use_id === 'string')
        failed.add(tool_use_id);
    }
  }
  return failed.size;
}

function findTurnRuns({ thread, turns }: MainTurns): number[] {
  const turnOf = new Map<object, Turn>();
  for (const turn of turns) for (const entry of turn.entries) turnOf.set(entry, turn);
  const runs: number[] = [];
  let current: number | undefined;
  for (const entry of thread.entries) {
    // What has no place in the graph belongs to what it stands behind.
    if (uuidOf(entry) === undefined) continue;
    const number = turnOf.get(entry)?.number ?? 0;
    if (number === current) continue;
    current = number;
    runs.push(entry.place.line, number);
  }
  return runs;
}

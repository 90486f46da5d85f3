// Jumps along a thread: to the next or previous row of some kind, looking only at turns that have one.
import type { TurnLine, WebRow } from '../../server/api.ts';
import type { ThreadRows } from './thread-rows.ts';
import { TranscriptState } from './transcript-state.ts';

export type JumpKind = 'error' | 'agent' | 'compaction';

const IN_TURN: Readonly<Record<JumpKind, (turn: TurnLine) => boolean>> = {
  error: (turn) => turn.errors > 0,
  agent: (turn) => turn.agents > 0,
  compaction: (turn) => turn.compactions.length > 0,
};

function isOfKind(row: WebRow, kind: JumpKind): boolean {
  if (kind === 'compaction') return row.kind === 'compaction';
  if (kind === 'agent')
    return row.kind === 'agent' || TranscriptState.agentsOf(row).length > 0 || isAgentCall(row);
  switch (row.kind) {
    case 'tool':
      return row.isError;
    case 'notice':
      return row.severity === 'error';
    case 'text':
      return row.apiError;
    default:
      return row.kind === 'unreadable';
  }
}

function isAgentCall(row: WebRow): boolean {
  return row.kind === 'tool' && row.view.tool === 'Agent';
}

/** The number of the row; undefined where there is none that way. */
export async function findJump(
  rows: ThreadRows,
  turns: readonly TurnLine[],
  from: number,
  kind: JumpKind,
  forward: boolean,
): Promise<number | undefined> {
  const candidates = turns.filter(IN_TURN[kind]);
  for (const turn of forward ? candidates : [...candidates].reverse()) {
    const end = turn.firstRow + turn.rows - 1;
    if (forward ? end <= from : turn.firstRow >= from) continue;
    await rows.need(turn.firstRow, end);
    const found = rowsBetween(turn.firstRow, end, forward).find((index) => {
      const row = rows.at(index);
      return (forward ? index > from : index < from) && row !== undefined && isOfKind(row, kind);
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

function rowsBetween(from: number, to: number, forward: boolean): number[] {
  const all = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  return forward ? all : all.reverse();
}

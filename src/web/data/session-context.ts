// What all tabs of a session share: where its data comes from, its head, the branch that is read, its turns.
import type { ReadonlySignal } from '@preact/signals';
import { type Context, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SessionHead, ThreadQuery, TurnLine, TurnsAnswer } from '../../server/api.ts';
import type { SessionSource } from './session-source.ts';

export interface SessionState {
  readonly source: SessionSource;
  readonly head: SessionHead;
  /** The branch that the address names; empty for the active one. */
  readonly thread: ThreadQuery;
  /** Undefined until they are there. */
  readonly turns: ReadonlySignal<TurnsAnswer | undefined>;
}

export const SessionContext: Context<SessionState | undefined> = createContext<SessionState | undefined>(
  undefined,
);

export function useSession(): SessionState {
  const state = useContext(SessionContext);
  if (!state) throw new Error('a part of a session is shown outside of one');
  return state;
}

/** For rows, which are also shown beside a hit of the search: there is no session around them. */
export function useSessionAround(): SessionState | undefined {
  return useContext(SessionContext);
}

/** Whether the branch that is read was left behind: a resume goes on with another one. */
export function isLeftBehind({ head, turns }: Pick<SessionState, 'head' | 'turns'>): boolean {
  const active = activeBranch(head);
  return active !== undefined && (turns.value?.branch ?? active) !== active;
}

/** The number of the branch that a resume goes on with. */
export function activeBranch({ branchList }: Pick<SessionHead, 'branchList'>): number | undefined {
  return branchList.find((one) => one.active)?.number;
}

/** The turn that a row of the main thread is in. */
export function turnOfRow(turns: readonly TurnLine[], row: number): TurnLine | undefined {
  let [low, high] = [0, turns.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((turns[middle] as TurnLine).firstRow <= row) low = middle;
    else high = middle - 1;
  }
  return turns[low];
}

/** The row of the last full compaction: rows before it are no longer sent. */
export function lastCompactionRow(turns: readonly TurnLine[]): number {
  let last = -1;
  for (const { compactions } of turns) {
    for (const mark of compactions) if (mark.scope === 'full') last = Math.max(last, mark.row);
  }
  return last;
}

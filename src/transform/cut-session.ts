// A session on its way to becoming another one: the entries to be written, in order, and what a transform may do with them.
import type { JsonObject } from '../base/json.ts';
import type { Entry } from '../log/line.ts';

export interface CutItem {
  /** What will be written; shares everything unchanged with the source entry's value. */
  readonly value: JsonObject;
  /** The entry it came from; undefined for what clew adds. */
  readonly entry: Entry | undefined;
  /** `chain`: a link of the one conversation. `beside`: written along, but nothing hangs on it. */
  readonly role: 'chain' | 'beside';
  /** The turn it belongs to [U3]; 0 before the first prompt. */
  readonly turn: number;
}

export interface CutSession {
  readonly sessionId: string;
  readonly items: readonly CutItem[];
}

/** What a transform did, in numbers by name, such as `toolCalls: 12`. */
export type Changes = Readonly<Record<string, number>>;

export interface Cut {
  readonly session: CutSession;
  readonly changes: Changes;
}

export function addChanges(a: Changes, b: Changes): Changes {
  const sum: Record<string, number> = { ...a };
  for (const [name, count] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** The turns of a session, in order. */
export function listTurns(session: CutSession): number[] {
  const turns = new Set<number>();
  let last: number | undefined;
  for (const { role, turn } of session.items) {
    if (role !== 'chain' || turn === last) continue;
    turns.add(turn);
    last = turn;
  }
  return [...turns].sort((a, b) => a - b);
}

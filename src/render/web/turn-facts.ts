// What the rail and the graph tell of a turn beside its own figures: failures, agents, pictures, compactions, forks.
import { SYNTHETIC } from '../../log/fields.ts';
import type { Message } from '../../session/messages.ts';
import type { Turn } from '../../session/turns.ts';
import { contextTokens } from '../../session/usage.ts';
import type { CompactionRow, ForkRow, Row, TurnRow } from '../row.ts';

export interface TurnFacts {
  readonly turn: Turn;
  readonly firstRow: number;
  readonly rows: number;
  readonly durationMs: number | undefined;
  readonly calls: number;
  /** Ended in an error; those that a person refused or stopped do not count. */
  readonly failedCalls: number;
  /** Failed calls, API errors, and notices that are errors. */
  readonly errors: number;
  readonly agents: number;
  readonly images: number;
  readonly attachments: number;
  readonly compactions: readonly { readonly row: number; readonly compaction: CompactionRow }[];
  readonly forks: readonly ForkRow[];
  /** What the first and the last request of the turn read. */
  readonly contextBefore: number | undefined;
  readonly contextAfter: number | undefined;
  readonly output: number;
  readonly outputFinal: boolean;
}

export function factsOfTurn(turn: Turn, rows: readonly Row[], firstRow: number): TurnFacts {
  let [calls, failedCalls, errors, agents, images, attachments] = [0, 0, 0, 0, 0, 0];
  const compactions: { row: number; compaction: CompactionRow }[] = [];
  const forks: ForkRow[] = [];
  let head: TurnRow | undefined;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    switch (row.kind) {
      case 'turn':
        head = row;
        break;
      case 'tool':
        calls++;
        agents += row.agents.length;
        images += row.images.length;
        if (row.call.status === 'error') {
          failedCalls++;
          errors++;
        }
        break;
      case 'text':
        if (row.apiError) errors++;
        break;
      case 'image':
        images++;
        break;
      case 'notice':
        if (row.severity === 'error') errors++;
        if (row.notice === 'attachment') attachments++;
        break;
      case 'compaction':
        compactions.push({ row: firstRow + i, compaction: row });
        break;
      case 'fork':
        forks.push(row);
        break;
      default:
    }
  }
  return {
    turn,
    firstRow,
    rows: rows.length,
    durationMs: head?.durationMs,
    calls,
    failedCalls,
    errors,
    agents,
    images,
    attachments,
    compactions,
    forks,
    ...contextsOf(turn.messages),
    output: head?.tokens.output ?? 0,
    outputFinal: head?.tokens.outputFinal ?? true,
  };
}

/** What the first and the last request among some messages read. */
export function contextsOf(messages: readonly Message[]): Pick<TurnFacts, 'contextBefore' | 'contextAfter'> {
  let contextBefore: number | undefined;
  let contextAfter: number | undefined;
  for (const { role, model, usage } of messages) {
    if (role !== 'assistant' || !usage || model === SYNTHETIC) continue;
    const size = contextTokens(usage);
    if (size <= 0) continue;
    contextBefore ??= size;
    contextAfter = size;
  }
  return { contextBefore, contextAfter };
}

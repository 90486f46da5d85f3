// Counts what `clew stats` shows: the messages that fit, their rows, and their total.
import { matchProjects } from '../../load/match-projects.ts';
import { type BlockRow, groupBlocks } from '../../stats/group-blocks.ts';
import { groupUsage, type UsageRow } from '../../stats/group-usage.ts';
import { buildLedger, type Ledger, type LedgerMessage } from '../../stats/ledger.ts';
import { sumUsage, type UsageSum } from '../../stats/sum-usage.ts';
import type { FileUsage } from '../../stats/usage-record.ts';
import type { StatsOptions } from './stats-options.ts';

export interface CountedRows {
  /** No more than were asked for. */
  readonly rows: readonly (UsageRow | BlockRow)[];
  /** How many there are. */
  readonly found: number;
  /** Of all rows, also those that are not shown. */
  readonly costliest: UsageRow | BlockRow | undefined;
  readonly totals: UsageSum;
  /** First and last time of the messages, in milliseconds. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export function countRows(files: readonly FileUsage[], options: StatsOptions, now: number): CountedRows {
  const { by, clock, prices, most } = options;
  const { messages } = chooseMessages(buildLedger(files), options);
  const all =
    by === 'block' ? groupBlocks(messages, { prices, now }) : groupUsage(messages, { by, clock, prices });
  const byTime = by === 'day' || by === 'week' || by === 'month' || by === 'block';
  let from: number | undefined;
  let to: number | undefined;
  for (const { time } of messages) {
    if (time === undefined) continue;
    if (from === undefined || time < from) from = time;
    if (to === undefined || time > to) to = time;
  }
  const rows = most === undefined ? all : byTime ? all.slice(-most) : all.slice(0, most);
  const costliest = all.reduce<UsageRow | undefined>(
    (best, row) => ((row.costUSD ?? 0) > (best?.costUSD ?? 0) ? row : best),
    undefined,
  );
  return { rows, found: all.length, costliest, totals: sumUsage(messages, prices), from, to };
}

/** The ledger with only the messages, and the client's ledgers of only the sessions, that fit. */
export function chooseMessages(ledger: Ledger, { project, kind, inTime }: StatsOptions): Ledger {
  let messages: readonly LedgerMessage[] = ledger.messages;
  if (project !== undefined) {
    const fitting = new Set(
      matchProjects(
        project,
        messages.map((message) => ({
          message,
          session: { project: message.slug },
          glance: { project: message.project },
        })),
      ).map(({ message }) => message),
    );
    messages = messages.filter((message) => fitting.has(message));
  }
  if (kind !== undefined) messages = messages.filter((message) => message.kind === kind);
  if (inTime) messages = messages.filter(inTime);
  if (messages === ledger.messages) return ledger;
  const sessions = new Set(messages.map(({ sessionId }) => sessionId));
  const clientLedgers = ledger.clientLedgers.filter(({ sessionId }) => sessions.has(sessionId));
  return { messages, clientLedgers };
}

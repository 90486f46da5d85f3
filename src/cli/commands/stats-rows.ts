// Counts what `clew stats` shows: the messages that fit, their rows, and their total.
import { matchProjects } from '../../load/match-projects.ts';
import { type BlockRow, groupBlocks } from '../../stats/group-blocks.ts';
import { UsageGroups, type UsageRow } from '../../stats/group-usage.ts';
import type { Ledger, LedgerMessage } from '../../stats/ledger.ts';
import { addSums, type ModelTally, sumTallies, tallyMessage, type UsageSum } from '../../stats/sum-usage.ts';
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

/** The messages are walked through once, or twice where a project is asked for. */
export function countRows(
  messages: Iterable<LedgerMessage>,
  options: StatsOptions,
  now: number,
): CountedRows {
  const { by, clock, prices, most } = options;
  const fits = filterMessages(messages, options);
  const overlaps = by === 'tool' || by === 'block';
  const tallies = new Map<string, ModelTally>();
  let from: number | undefined;
  let to: number | undefined;
  const groups = by === 'block' ? undefined : new UsageGroups({ by, clock, prices });
  const inBlocks: LedgerMessage[] = [];
  for (const message of messages) {
    if (fits && !fits(message)) continue;
    const { time } = message;
    if (time !== undefined && (from === undefined || time < from)) from = time;
    if (time !== undefined && (to === undefined || time > to)) to = time;
    // Rows of tools overlap, and blocks leave out what has no time: their sum is not the total.
    if (overlaps) tallyMessage(tallies, message, prices);
    if (groups) groups.add(message);
    else inBlocks.push(message);
  }
  const all = groups ? groups.rows() : groupBlocks(inBlocks, { prices, now });
  const byTime = by === 'day' || by === 'week' || by === 'month' || by === 'block';
  const rows = most === undefined ? all : byTime ? all.slice(-most) : all.slice(0, most);
  const costliest = all.reduce<UsageRow | undefined>(
    (best, row) => ((row.costUSD ?? 0) > (best?.costUSD ?? 0) ? row : best),
    undefined,
  );
  const totals = overlaps ? sumTallies(tallies.values()) : addSums(all);
  return { rows, found: all.length, costliest, totals, from, to };
}

/** The ledger with only the messages, and the client's ledgers of only the sessions, that fit. */
export function chooseMessages(ledger: Ledger, options: StatsOptions): Ledger {
  const fits = filterMessages(ledger.messages, options);
  if (!fits) return ledger;
  const messages = ledger.messages.filter(fits);
  const sessions = new Set(messages.map(({ sessionId }) => sessionId));
  const clientLedgers = ledger.clientLedgers.filter(({ sessionId }) => sessions.has(sessionId));
  return { messages, clientLedgers };
}

/** Undefined where every message fits. */
function filterMessages(
  messages: Iterable<LedgerMessage>,
  { project, kind, inTime }: StatsOptions,
): ((message: LedgerMessage) => boolean) | undefined {
  if (project === undefined && kind === undefined && inTime === undefined) return undefined;
  const projects = project === undefined ? undefined : findProjects(messages, project);
  return (message) =>
    (kind === undefined || message.kind === kind) &&
    (inTime?.(message) ?? true) &&
    (projects?.has(projectKey(message)) ?? true);
}

function findProjects(messages: Iterable<LedgerMessage>, name: string): ReadonlySet<string> {
  const known = new Map<string, Parameters<typeof matchProjects>[1][number]>();
  for (const message of messages) {
    const key = projectKey(message);
    if (known.has(key)) continue;
    known.set(key, { session: { project: message.slug }, glance: { project: message.project } });
  }
  const fitting = new Set(matchProjects(name, [...known.values()]));
  return new Set([...known].filter(([, project]) => fitting.has(project)).map(([key]) => key));
}

function projectKey({ slug, project }: LedgerMessage): string {
  return `${slug}\n${project ?? ''}`;
}

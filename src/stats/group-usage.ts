// Groups messages into the rows of `clew stats`: by day, week, month, model, project, session, agent or tool.
import type { LedgerMessage } from './ledger.ts';
import type { PriceList } from './prices.ts';
import { type ModelTally, sumTallies, tallyMessage, totalTokens, type UsageSum } from './sum-usage.ts';
import { weekOf, type ZoneClock } from './zone-clock.ts';

/** What a row of the statistics stands for. */
export type Grouping = 'day' | 'week' | 'month' | 'model' | 'project' | 'session' | 'agent' | 'tool';

/** The sums of one group. */
export interface UsageRow extends UsageSum {
  readonly key: string;
  /** The same by model, the costliest first. */
  readonly models: readonly ModelRow[];
  /** Tool uses, where rows are tools. */
  readonly calls: number | undefined;
}

export interface ModelRow extends UsageSum {
  readonly key: string;
}

/** How to group, whose days, and at which prices. */
export interface GroupOptions {
  readonly by: Grouping;
  readonly clock: ZoneClock;
  readonly prices: PriceList;
}

/** Keys for what has none, so that it is counted and shown. */
export const NO_TIME = '(no time)';
const NO_TOOL = '(no tool)';

/** Rows of what was used, by the key that is asked for. */
export function groupUsage(messages: Iterable<LedgerMessage>, options: GroupOptions): UsageRow[] {
  const groups = new UsageGroups(options);
  for (const message of messages) groups.add(message);
  return groups.rows();
}

/** The groups while messages are added to them. */
export class UsageGroups {
  readonly #options: GroupOptions;
  readonly #groups = new Map<string, Group>();

  constructor(options: GroupOptions) {
    this.#options = options;
  }

  add(message: LedgerMessage): void {
    const options = this.#options;
    if (options.by === 'tool') addTools(this.#groups, message, options);
    else addTo(this.#groups, keyOf(message, options), message, options);
  }

  /**
   * Times ascend; everything else comes by cost, then by tokens. An answer that calls several tools counts in the row of
   * each: those rows overlap, and their sum is more than the total.
   */
  rows(): UsageRow[] {
    const { by } = this.#options;
    const rows = [...this.#groups].map(([key, group]) => closeGroup(key, group, this.#options));
    if (by === 'day' || by === 'week' || by === 'month') return rows.sort((a, b) => (a.key < b.key ? -1 : 1));
    return rows.sort(costliestFirst);
  }
}

/** By cost, then by tokens, then by name. */
export function costliestFirst(a: ModelRow, b: ModelRow): number {
  return (b.costUSD ?? 0) - (a.costUSD ?? 0) || totalTokens(b) - totalTokens(a) || (a.key < b.key ? -1 : 1);
}

interface Group {
  readonly models: Map<string, ModelTally>;
  calls: number;
}

function keyOf(message: LedgerMessage, { by, clock }: GroupOptions): string {
  switch (by) {
    case 'day':
    case 'week':
    case 'month': {
      if (message.time === undefined) return NO_TIME;
      const day = clock.dayOf(message.time);
      return by === 'day' ? day : by === 'week' ? weekOf(day) : day.slice(0, 7);
    }
    case 'model':
      return message.model;
    case 'project':
      return message.project ?? message.slug;
    case 'session':
      return message.sessionId ?? '(no session)';
    default:
      return agentKey(message);
  }
}

/** `main`, an agent's id, or `(inside SESSION)` for agents of old clients, whose lines name none [F2]. */
function agentKey({ kind, agentId, sessionId }: LedgerMessage): string {
  if (kind === 'main') return 'main';
  return agentId ?? `(inside ${sessionId ?? 'a session'})`;
}

function addTools(groups: Map<string, Group>, message: LedgerMessage, options: GroupOptions): void {
  const calls = new Map<string, number>();
  for (const { name } of message.tools) calls.set(name, (calls.get(name) ?? 0) + 1);
  if (calls.size === 0) addTo(groups, NO_TOOL, message, options);
  for (const [name, count] of calls) addTo(groups, name, message, options).calls += count;
}

function addTo(
  groups: Map<string, Group>,
  key: string,
  message: LedgerMessage,
  { prices }: GroupOptions,
): Group {
  let group = groups.get(key);
  if (!group) {
    group = { models: new Map(), calls: 0 };
    groups.set(key, group);
  }
  tallyMessage(group.models, message, prices);
  return group;
}

function closeGroup(key: string, { models, calls }: Group, { by }: GroupOptions): UsageRow {
  const rows = [...models].map(([model, tally]): ModelRow => ({ key: model, ...sumTallies([tally]) }));
  return {
    key,
    ...sumTallies(models.values()),
    models: rows.sort(costliestFirst),
    calls: by === 'tool' ? calls : undefined,
  };
}

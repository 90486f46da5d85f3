// Groups messages into the 5-hour blocks that subscriptions are metered by, with burn rate and where the open one is heading.
import { costliestFirst, type ModelRow, type UsageRow } from './group-usage.ts';
import type { LedgerMessage } from './ledger.ts';
import type { PriceList } from './prices.ts';
import { type ModelTally, sumTallies, tallyMessage, totalTokens } from './sum-usage.ts';

/** The usage of one 5-hour block. */
export interface BlockRow extends UsageRow {
  /** Milliseconds: the full hour of the first request, and five hours later. */
  readonly start: number;
  readonly end: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Now lies within the block, and something happened in it. */
  readonly active: boolean;
  /** Over the time from the first request to the last, or to now while it is active; undefined where that is too short. */
  readonly burnRate: BurnRate | undefined;
  /** What the whole block comes to if it goes on like this; only while it is active. */
  readonly projection: Projection | undefined;
}

export interface BurnRate {
  /** All tokens, those read from the cache too. */
  readonly tokensPerMinute: number;
  readonly costPerHour: number | undefined;
}

export interface Projection {
  readonly tokens: number;
  readonly costUSD: number | undefined;
  readonly minutesLeft: number;
}

const HOUR = 3_600_000;
/** Of a shorter time a rate says nothing. */
const LEAST_MINUTES = 5;
const BLOCK_MS: number = 5 * HOUR;

/** Messages without a time are in no block. `now` decides which block is open. */
export function groupBlocks(
  messages: Iterable<LedgerMessage>,
  { prices, now }: { readonly prices: PriceList; readonly now: number },
): BlockRow[] {
  const timed = [...messages].filter((message) => message.time !== undefined);
  timed.sort((a, b) => (a.time as number) - (b.time as number));
  const blocks: BlockRow[] = [];
  let open: Draft | undefined;
  for (const message of timed) {
    const time = message.time as number;
    if (!open || time >= open.start + BLOCK_MS) {
      if (open) blocks.push(closeBlock(open, now));
      open = { start: Math.floor(time / HOUR) * HOUR, firstAt: time, lastAt: time, models: new Map() };
    }
    open.lastAt = time;
    tallyMessage(open.models, message, prices);
  }
  if (open) blocks.push(closeBlock(open, now));
  return blocks;
}

interface Draft {
  readonly start: number;
  readonly firstAt: number;
  lastAt: number;
  readonly models: Map<string, ModelTally>;
}

function closeBlock({ start, firstAt, lastAt, models }: Draft, now: number): BlockRow {
  const sum = sumTallies(models.values());
  const end = start + BLOCK_MS;
  const active = now >= start && now < end;
  const minutes = ((active ? Math.max(now, lastAt) : lastAt) - firstAt) / 60_000;
  const burnRate: BurnRate | undefined =
    minutes >= LEAST_MINUTES
      ? {
          tokensPerMinute: totalTokens(sum) / minutes,
          costPerHour: sum.costUSD === undefined ? undefined : (sum.costUSD / minutes) * 60,
        }
      : undefined;
  const rows = [...models].map(([model, tally]): ModelRow => ({ key: model, ...sumTallies([tally]) }));
  return {
    key: new Date(start).toISOString(),
    ...sum,
    models: rows.sort(costliestFirst),
    calls: undefined,
    start,
    end,
    firstAt,
    lastAt,
    active,
    burnRate,
    projection: active && burnRate ? project(totalTokens(sum), sum.costUSD, burnRate, end - now) : undefined,
  };
}

function project(
  tokens: number,
  costUSD: number | undefined,
  { tokensPerMinute, costPerHour }: BurnRate,
  left: number,
): Projection {
  const minutesLeft = left / 60_000;
  return {
    tokens: tokens + tokensPerMinute * minutesLeft,
    costUSD:
      costUSD === undefined || costPerHour === undefined
        ? undefined
        : costUSD + (costPerHour / 60) * minutesLeft,
    minutesLeft,
  };
}

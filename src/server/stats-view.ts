// Statistics over all sessions for the Stats page: series, models, projects, tools, hours, blocks and how it was counted.
import { lastPart } from '../base/last-part.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { groupBlocks } from '../stats/group-blocks.ts';
import { groupUsage, NO_TIME, type UsageRow } from '../stats/group-usage.ts';
import { buildLedger, type LedgerMessage } from '../stats/ledger.ts';
import { priceOf } from '../stats/prices.ts';
import { reconcile } from '../stats/reconcile.ts';
import { sumUsage, totalTokens } from '../stats/sum-usage.ts';
import { type ZoneClock, zoneClock } from '../stats/zone-clock.ts';
import type { StatsAnswer, StatsBlock, StatsPoint, StatsQuery, StatsTool } from './api.ts';
import { ownPrices } from './own-prices.ts';
import { fits, hourOf, isChosen, isInTime } from './stats-query.ts';
import { toUsage } from './store/session-line.ts';
import type { StoredSession, StoreListing } from './store/session-store.ts';
import type { Tally, ToolTally } from './tool-tally.ts';
import { cacheShare } from './usage-view.ts';

const MOST_SESSIONS = 50;
const MOST_BLOCKS = 60;

interface StatsSource {
  readonly catalog: Catalog;
  readonly homes: readonly string[];
  readonly listing: StoreListing;
  readonly tally: ToolTally;
  readonly now: number;
}

export async function viewStats(source: StatsSource, query: StatsQuery): Promise<StatsAnswer> {
  const { catalog, homes, listing, now } = source;
  const { since, until } = query;
  const stored =
    query.session === undefined ? undefined : listing.sessions.find(({ key }) => key === query.session);
  const sessionId = stored?.session.sessionId ?? query.session;
  const files = [
    ...catalog.readUsage({ homes, since, until, ...(sessionId === undefined ? {} : { sessionId }) }),
  ];
  const ledger = buildLedger(files);
  const messages = ledger.messages.filter((message) => fits(message, query));
  const clock = zoneClock();
  const totals = sumUsage(messages, ownPrices());
  const byId = new Map(listing.sessions.map((one) => [one.session.sessionId, one]));
  const chosen = listing.sessions.filter((one) => isChosen(one, query, sessionId));
  const tally = await source.tally.of(
    chosen.map(({ session }) => session),
    query.again,
  );
  const blocks = groupBlocks(messages, { prices: ownPrices(), now });
  const usage = toUsage(totals);
  const saved = cacheSaved(messages);
  const times = messages.flatMap(({ time }) => time ?? []);
  return {
    ...(times.length > 0
      ? { from: times.reduce((a, b) => Math.min(a, b)), to: times.reduce((a, b) => Math.max(a, b)) }
      : {}),
    totals: usage,
    tokens: totalTokens(totals),
    cacheShare: cacheShare(usage) ?? 0,
    ...(saved === undefined ? {} : { cacheSavedUSD: saved }),
    series: viewSeries(messages, query.by ?? 'day', clock, byId),
    models: groupUsage(messages, { by: 'model', clock, prices: ownPrices() }).map((row) => ({
      model: row.key,
      ...toUsage(row),
    })),
    projects: viewProjects(messages, clock, chosen),
    tools: viewTools(messages, clock, tally, query),
    toolsFrom: { read: tally.read, of: tally.of, more: tally.more },
    toolCalls: messages.reduce((sum, { tools }) => sum + tools.length, 0),
    heatmap: heatmap(messages),
    sessions: viewSessions(groupUsage(messages, { by: 'session', clock, prices: ownPrices() }), byId),
    ...(blocks.at(-1)?.active
      ? { block: viewBlock(blocks.at(-1) as (typeof blocks)[number], messages, byId) }
      : {}),
    blocks: blocks
      .slice(-MOST_BLOCKS)
      .map((block, i, shown) => viewBlock(block, i === shown.length - 1 ? messages : [], byId)),
    compactions: viewCompactions(tally, query, chosen),
    reconcile: reconcile(files, ledger, ownPrices()).steps.map(({ rule, says, change }) => ({
      rule,
      sentence: says,
      requests: change.requests,
      tokens: totalTokens(change),
      ...(change.costUSD === undefined ? {} : { costUSD: change.costUSD }),
    })),
    notes: notesOf(totals.unpriced, tally),
  };
}

type Sessions = ReadonlyMap<string, StoredSession>;

function viewSeries(
  messages: readonly LedgerMessage[],
  by: 'day' | 'week' | 'month',
  clock: ZoneClock,
  byId: Sessions,
): StatsPoint[] {
  const rows = groupUsage(messages, { by, clock, prices: ownPrices() }).filter(({ key }) => key !== NO_TIME);
  const keyed = new Map<string, LedgerMessage[]>();
  for (const row of rows) keyed.set(row.key, []);
  const keys = new Map<string, string | undefined>();
  for (const message of messages) {
    if (message.time === undefined) continue;
    const day = clock.dayOf(message.time);
    // Once for each day: there are many more messages.
    if (!keys.has(day))
      keys.set(day, rows.find(({ key }) => day.startsWith(key))?.key ?? lastBefore(rows, day));
    keyed.get(keys.get(day) ?? '')?.push(message);
  }
  return rows.map((row) => {
    const [costliest] = groupUsage(keyed.get(row.key) ?? [], { by: 'session', clock, prices: ownPrices() });
    const stored = costliest && byId.get(costliest.key);
    return {
      key: row.key,
      start: Date.parse(`${row.key.length === 7 ? `${row.key}-01` : row.key}T00:00:00`),
      usage: toUsage(row),
      byModel: Object.fromEntries(row.models.map((model) => [model.key, toUsage(model)])),
      ...(stored && costliest
        ? {
            top: {
              key: stored.key,
              ...(stored.line.title === undefined ? {} : { title: stored.line.title }),
              ...(costliest.costUSD === undefined ? {} : { costUSD: costliest.costUSD }),
            },
          }
        : {}),
    };
  });
}

// Weeks are named by their Mondays.
function lastBefore(rows: readonly UsageRow[], day: string): string | undefined {
  return rows.findLast(({ key }) => key <= day)?.key;
}

function viewProjects(
  messages: readonly LedgerMessage[],
  clock: ZoneClock,
  chosen: readonly StoredSession[],
): StatsAnswer['projects'] {
  return groupUsage(messages, { by: 'project', clock, prices: ownPrices() }).map((row) => ({
    project: row.key,
    name: lastPart(row.key),
    sessions: chosen.filter(({ line }) => line.project === row.key).length,
    ...toUsage(row),
  }));
}

function viewTools(
  messages: readonly LedgerMessage[],
  clock: ZoneClock,
  { calls }: Tally,
  query: StatsQuery,
): StatsTool[] {
  const timed = new Map<string, { ms: number[]; failed: number }>();
  for (const [tool, time, ms, failed] of calls) {
    if (!isInTime(time, query)) continue;
    const sum = timed.get(tool) ?? { ms: [], failed: 0 };
    timed.set(tool, sum);
    sum.ms.push(ms);
    if (failed) sum.failed++;
  }
  return groupUsage(messages, { by: 'tool', clock, prices: ownPrices() })
    .filter(({ calls: count }) => (count ?? 0) > 0)
    .map((row): StatsTool => {
      const sum = timed.get(row.key);
      const sorted = sum?.ms.sort((a, b) => a - b) ?? [];
      const median = sorted[Math.floor(sorted.length / 2)];
      return {
        name: row.key,
        calls: row.calls ?? 0,
        timed: sorted.length,
        failed: sum?.failed ?? 0,
        totalMs: sorted.reduce((a, b) => a + b, 0),
        tokens: row.output,
        ...(median === undefined ? {} : { medianMs: median }),
      };
    })
    .sort((a, b) => b.calls - a.calls);
}

function heatmap(messages: readonly LedgerMessage[]): number[][] {
  const days = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  for (const { time } of messages) {
    if (time === undefined) continue;
    const [weekday, hour] = hourOf(time);
    const day = days[weekday] as number[];
    day[hour] = (day[hour] as number) + 1;
  }
  return days;
}

function viewSessions(rows: readonly UsageRow[], byId: Sessions): StatsAnswer['sessions'] {
  return rows.slice(0, MOST_SESSIONS).flatMap((row) => {
    const stored = byId.get(row.key);
    if (!stored) return [];
    const { title, project, modified } = stored.line;
    const names = {
      ...(title === undefined ? {} : { title }),
      ...(project === undefined ? {} : { project }),
    };
    return [{ key: stored.key, modified, ...names, ...toUsage(row) }];
  });
}

function viewBlock(
  block: UsageRow & Pick<StatsBlock, 'start' | 'end' | 'active'>,
  messages: readonly LedgerMessage[],
  byId: Sessions,
): StatsBlock {
  const { start, end, active } = block;
  const inside = messages.filter(({ time }) => time !== undefined && time >= start && time < end);
  return {
    start,
    end,
    active,
    usage: toUsage(block),
    requests: inside.map((message) => {
      const { costUSD } = sumUsage([message], ownPrices());
      const key = byId.get(message.sessionId ?? '')?.key;
      return {
        time: message.time as number,
        ...(costUSD === undefined ? {} : { costUSD }),
        ...(key === undefined ? {} : { key }),
      };
    }),
  };
}

// What reading from the cache cost, against what the same tokens would have cost as plain input.
function cacheSaved(messages: readonly LedgerMessage[]): number | undefined {
  let saved: number | undefined;
  for (const { model, cacheRead } of messages) {
    const price = priceOf(model, ownPrices());
    if (price) saved = (saved ?? 0) + (cacheRead * (price.input - price.cacheRead)) / 1e6;
  }
  return saved;
}

function viewCompactions(
  { compactions }: Tally,
  query: StatsQuery,
  chosen: readonly StoredSession[],
): StatsAnswer['compactions'] {
  const byFile = new Map(chosen.map((one) => [one.session.file, one]));
  return compactions
    .filter(({ time }) => isInTime(time, query))
    .sort((a, b) => (b.time ?? 0) - (a.time ?? 0))
    .flatMap(({ file, time, before, after }) => {
      const stored = byFile.get(file);
      if (!stored) return [];
      const { title } = stored.line;
      return {
        key: stored.key,
        ...(title === undefined ? {} : { title }),
        ...(time === undefined ? {} : { time }),
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      };
    });
}

function notesOf(unpriced: readonly string[], { read, of, more }: Tally): string[] {
  return [
    ...(unpriced.length > 0
      ? [`No price is known for ${unpriced.join(', ')}: the cost is without them.`]
      : []),
    ...(read < of
      ? [
          `Times and failures of tools are from ${read} of ${of} sessions${more ? ' so far' : '; the others are very long'}.`,
        ]
      : []),
  ];
}

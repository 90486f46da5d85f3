// The context of a session, worked out from its whole texts: the forecast of a resume, growth, cache, and every item's tokens.
import { behaviourOf, NEWEST_CLIENT } from '../../context/client-behaviour.ts';
import { type ContextDescription, describeContext } from '../../context/describe-context.ts';
import type { MeasuredRequest } from '../../context/tokens/measure-requests.ts';
import type { OpenSession } from '../../load/open-session.ts';
import { pairToolCalls, type ToolCall } from '../../session/tool-calls.ts';
import { costOf } from '../../stats/prices.ts';
import type { CacheLine, ContextAnswer, GrowthLine, ResumeForecast } from '../api.ts';
import { sumTokens, type TokenSums } from '../model/token-index.ts';
import { ownPrices } from '../own-prices.ts';
import { makeTokenTable, type TokenTable } from './token-table.ts';

export interface ContextAnalysis {
  readonly resume: ResumeForecast;
  readonly measured: number;
  readonly lost: ContextAnswer['lost'];
  readonly growth: readonly Omit<GrowthLine, 'prompt' | 'time'>[];
  readonly cache: readonly CacheLine[];
  readonly table: TokenTable;
}

/** What the transcript and the head tell of it: little enough to be held. */
export interface ContextWeights {
  readonly resume: ResumeForecast;
  readonly sums: TokenSums;
}

/** What was worked out for the newest client, for as long as the session is held: several pages stand on it. */
const known = new WeakMap<OpenSession, ContextAnalysis>();
const described = new WeakMap<OpenSession, DescribedContext>();

interface DescribedContext {
  readonly description: ContextDescription;
  readonly calls: readonly ToolCall[];
}

/** What fills the window now, for the newest client: enough for pages that do not tell how it grew. */
export function describeOpen(open: OpenSession): DescribedContext {
  const before = described.get(open) ?? describe(open, NEWEST_CLIENT);
  described.set(open, before);
  return before;
}

export function contextOf(open: OpenSession, client: string = NEWEST_CLIENT): ContextAnalysis {
  if (client !== NEWEST_CLIENT) return analyseContext(describe(open, client));
  const analysis = known.get(open) ?? analyseContext(describeOpen(open));
  known.set(open, analysis);
  return analysis;
}

export function weightsOf(open: OpenSession): ContextWeights {
  const { resume, table } = contextOf(open);
  return { resume, sums: sumTokens(table) };
}

function describe({ thread }: OpenSession, client: string): DescribedContext {
  behaviourOf(client);
  const description = describeContext(thread, { client, compare: false });
  return { description, calls: pairToolCalls(description.conversation.entries).calls };
}

function analyseContext({ description, calls }: DescribedContext): ContextAnalysis {
  const { prediction, ledger, now, cache, growth } = description;
  const spent = sumSpending(ledger.requests);
  return {
    resume: forecast(description),
    measured: now.measured,
    lost: prediction.lost.map(({ line, uuid, why }) => ({ line, uuid, why })),
    growth: growth.map(({ window, filled, dropped, ...row }) => {
      const sum = spent.get(row.turn);
      return {
        ...row,
        dropped: dropped as Record<string, number>,
        cacheRead: sum?.read ?? 0,
        cacheWrite: sum?.written ?? 0,
        uncached: sum?.uncached ?? 0,
        ...(sum?.cost === undefined ? {} : { costUSD: sum.cost }),
        ...(window ? { window: window.tokens } : {}),
        ...(filled === undefined ? {} : { filled }),
      };
    }),
    cache: cache.map(({ request, read, written, uncached, rewritten, cause, brokenAt }) => ({
      turn: request.turn,
      model: request.model,
      read,
      written,
      uncached,
      rewritten,
      ...(request.startedAt === undefined ? {} : { time: request.startedAt }),
      ...(cause === undefined ? {} : { cause }),
      ...(brokenAt?.entry ? { brokenAtLine: brokenAt.entry.place.line } : {}),
    })),
    table: makeTokenTable(ledger, calls),
  };
}

interface Spending {
  read: number;
  written: number;
  uncached: number;
  /** Undefined where no request of the turn has a price. */
  cost: number | undefined;
}

function sumSpending(requests: readonly MeasuredRequest[]): ReadonlyMap<number, Spending> {
  const spent = new Map<number, Spending>();
  for (const request of requests) {
    const { turn, model, uncached, output, cacheRead, cacheWrite5m, cacheWrite1h } = request;
    const usage = { input: uncached, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches: 0 };
    const charge = costOf(usage, model, ownPrices());
    const sum = spent.get(turn) ?? { read: 0, written: 0, uncached: 0, cost: undefined };
    sum.read += cacheRead;
    sum.written += cacheWrite5m + cacheWrite1h;
    sum.uncached += uncached;
    if (charge !== undefined) sum.cost = (sum.cost ?? 0) + charge;
    spent.set(turn, sum);
  }
  return spent;
}

function forecast({ prediction, now, growth }: ContextDescription): ResumeForecast {
  const { loads, of, client, refused, compaction } = prediction;
  const limit = compaction?.limit ?? now.window?.tokens;
  const recent = growth.slice(-RECENT_TURNS).filter(({ change }) => change > 0);
  const each = recent.reduce((sum, { change }) => sum + change, 0) / Math.max(1, recent.length);
  const left =
    limit !== undefined && each > 0 ? Math.max(0, Math.floor((limit - now.total) / each)) : undefined;
  return {
    loads,
    of,
    tokens: now.total,
    basis: now.basis,
    byKind: now.byKind,
    client,
    ...(now.window ? { window: now.window.tokens } : {}),
    ...(now.filled === undefined ? {} : { filled: now.filled }),
    ...(left === undefined ? {} : { turnsUntilCompaction: left }),
    ...(refused === undefined ? {} : { refused }),
  };
}

const RECENT_TURNS = 5;

// The context of a session, worked out from its whole texts: the forecast of a resume, growth, cache, and every item's tokens.
import { behaviourOf, MEASURED_CLIENTS, NEWEST_CLIENT } from '../../context/client-behaviour.ts';
import { type ContextDescription, describeContext } from '../../context/describe-context.ts';
import { predictResume } from '../../context/predict-resume.ts';
import type { OpenSession } from '../../load/open-session.ts';
import { pairToolCalls } from '../../session/tool-calls.ts';
import { costOf } from '../../stats/prices.ts';
import type { CacheLine, ContextAnswer, GrowthLine, ResumeForecast } from '../api.ts';
import { makeTokenTable, type TokenTable } from './token-table.ts';

export interface ContextAnalysis {
  readonly resume: ResumeForecast;
  readonly measured: number;
  readonly lost: ContextAnswer['lost'];
  readonly growth: readonly Omit<GrowthLine, 'prompt' | 'time'>[];
  readonly cache: readonly CacheLine[];
  /** What each request of the main thread left: time, turn, line, context, cost so far (absent: unpriced), requests so far. */
  readonly steps: readonly (readonly [
    time: number | undefined,
    turn: number,
    line: number,
    context: number,
    cost: number,
    requests: number,
  ])[];
  readonly table: TokenTable;
}

export function analyseContext(open: OpenSession, client: string = NEWEST_CLIENT): ContextAnalysis {
  behaviourOf(client);
  const description = describeContext(open.thread, { client });
  const { prediction, ledger, now, cache, growth } = description;
  const calls = pairToolCalls(description.conversation.entries).calls;
  let cost = 0;
  const spent = new Map<
    number,
    { read: number; written: number; uncached: number; cost: number | undefined }
  >();
  const steps = ledger.requests.map((request, i): ContextAnalysis['steps'][number] => {
    const usage = {
      input: request.uncached,
      output: request.output,
      cacheRead: request.cacheRead,
      cacheWrite5m: request.cacheWrite5m,
      cacheWrite1h: request.cacheWrite1h,
      webSearches: 0,
    };
    const charge = costOf(usage, request.model);
    cost += charge ?? 0;
    const sum = spent.get(request.turn) ?? { read: 0, written: 0, uncached: 0, cost: undefined };
    sum.read += request.cacheRead;
    sum.written += request.cacheWrite5m + request.cacheWrite1h;
    sum.uncached += request.uncached;
    if (charge !== undefined) sum.cost = (sum.cost ?? 0) + charge;
    spent.set(request.turn, sum);
    return [
      request.endedAt ?? request.startedAt,
      request.turn,
      request.first.line,
      request.context,
      cost,
      i + 1,
    ];
  });
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
    steps,
    table: makeTokenTable(ledger, calls),
  };
}

export function forecast({ prediction, now, growth }: ContextDescription): ResumeForecast {
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

/** What other measured clients would load: one for each era that differs, and the newest. */
export function compareLoads(open: OpenSession): ContextAnswer['clients'] {
  const clients: { client: string; loads: number; of: number }[] = [];
  for (const client of MEASURED_CLIENTS) {
    const { loads, of } = predictResume(open.thread.lines, { client, compare: false });
    const last = clients.at(-1);
    if (last && last.loads === loads && last.of === of) clients[clients.length - 1] = { client, loads, of };
    else clients.push({ client, loads, of });
  }
  return clients.reverse();
}

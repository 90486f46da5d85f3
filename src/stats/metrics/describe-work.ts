// Makes figures of measured work: rates, middles, the tools by use; the shape that is shown and printed as JSON.
import type { MeasuredCall, MeasuredWork } from './measure-work.ts';
import { type Spread, spreadOf } from './spread.ts';

export interface ToolMetrics {
  readonly name: string;
  readonly calls: number;
  readonly errors: number;
  readonly rejected: number;
  /** Of the calls that ended well or in an error; undefined where none did. */
  readonly successRate: number | undefined;
  readonly durationMs: Spread | undefined;
}

/** What can be added up as it is, and figures of the rest. */
export interface WorkMetrics
  extends Omit<MeasuredWork, 'promptIntervals' | 'turnExchanges' | 'turnDurations' | 'calls' | 'bursts'> {
  /** The share of what the models read that came from the cache; undefined where they read nothing. */
  readonly cacheEfficiency: number | undefined;
  readonly turns: number;
  /** Requests of a turn, and its time. */
  readonly turnRequests: Spread | undefined;
  readonly turnDurationMs: Spread | undefined;
  readonly promptIntervalMs: Spread | undefined;
  readonly toolCalls: number;
  readonly successRate: number | undefined;
  readonly statuses: Readonly<Record<MeasuredCall['status'], number>>;
  /** The most used first. */
  readonly tools: readonly ToolMetrics[];
  readonly agentBursts: number;
  readonly largestBurst: number;
}

/** Makes figures of what was measured: rates, middles, tools by use. */
export function describeWork(work: MeasuredWork): WorkMetrics {
  const { promptIntervals, turnExchanges, turnDurations, calls, bursts, ...rest } = work;
  const read = work.input + work.cacheRead + work.cacheWrite;
  return {
    ...rest,
    cacheEfficiency: read === 0 ? undefined : work.cacheRead / read,
    turns: turnExchanges.length,
    turnRequests: spreadOf(turnExchanges),
    turnDurationMs: spreadOf(turnDurations),
    promptIntervalMs: spreadOf(promptIntervals),
    toolCalls: calls.length,
    successRate: successRate(calls),
    statuses: countStatuses(calls),
    tools: describeTools(calls),
    agentBursts: bursts.length,
    largestBurst: bursts.reduce((most, size) => Math.max(most, size), 0),
  };
}

function describeTools(calls: readonly MeasuredCall[]): ToolMetrics[] {
  const byName = new Map<string, MeasuredCall[]>();
  for (const call of calls) {
    const known = byName.get(call.name);
    if (known) known.push(call);
    else byName.set(call.name, [call]);
  }
  return [...byName]
    .map(([name, own]) => ({
      name,
      calls: own.length,
      errors: own.filter(({ status }) => status === 'error').length,
      rejected: own.filter(({ status }) => status === 'rejected').length,
      successRate: successRate(own),
      durationMs: spreadOf(own.map(({ durationMs }) => durationMs).filter((ms) => ms !== undefined)),
    }))
    .sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
}

// What a person refused or stopped, and what never ended, says nothing about the tool.
function successRate(calls: readonly MeasuredCall[]): number | undefined {
  const ok = calls.filter(({ status }) => status === 'ok').length;
  const failed = calls.filter(({ status }) => status === 'error').length;
  return ok + failed === 0 ? undefined : ok / (ok + failed);
}

function countStatuses(calls: readonly MeasuredCall[]): Record<MeasuredCall['status'], number> {
  const counts = { ok: 0, error: 0, rejected: 0, interrupted: 0, pending: 0 };
  for (const { status } of calls) counts[status]++;
  return counts;
}

// Measures what the work of some threads was like: times, turns, tools, agents, retries, cache.
import { messageIdOf, modelOf, SYNTHETIC, timeOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import { listApiIncidents } from '../../session/api-errors.ts';
import { tallyThread, usageByMessage } from '../../session/thread-totals.ts';
import type { ToolCall } from '../../session/tool-calls.ts';
import { isAgentTool } from '../../session/tool-view/view-agent-call.ts';
import { groupTurns, type Turn } from '../../session/turns.ts';
import { contextTokens } from '../../session/usage.ts';
import { findPatterns, isSameCall, type TurnTokens, type WorkPattern } from './find-patterns.ts';

/** One worker: the main thread, or an agent. */
export interface WorkThread {
  /** Undefined for the main thread. */
  readonly agentId: string | undefined;
  readonly entries: readonly Entry[];
  readonly calls: readonly ToolCall[];
  /** The number of the turn that this entry opens, where branches have been left behind: they are in `entries`, too. */
  readonly numberOf?: (prompt: Entry) => number | undefined;
}

/** Raw measures, which can be added up; `describeWork` makes figures of them. */
export interface MeasuredWork {
  readonly sessions: number;
  readonly threads: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  /** From first to last entry, summed over sessions. */
  readonly durationMs: number;
  /** Without pauses of more than five minutes. */
  readonly activeMs: number;
  readonly requests: number;
  readonly input: number;
  readonly output: number;
  readonly outputFinal: boolean;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly promptIntervals: readonly number[];
  readonly turnExchanges: readonly number[];
  readonly turnDurations: readonly number[];
  readonly calls: readonly MeasuredCall[];
  readonly bursts: readonly number[];
  readonly agentCalls: number;
  readonly apiRetries: number;
  /** Calls that repeat one that has just failed. */
  readonly callRetries: number;
  readonly patterns: readonly WorkPattern[];
}

export interface MeasuredCall {
  readonly name: string;
  readonly status: ToolCall['status'];
  readonly durationMs: number | undefined;
}

/** A pause longer than this is not work: the person was away, or nothing ran. */
const IDLE_MS: number = 5 * 60_000;
/** Agents started within this time of one another are one burst. */
const BURST_MS = 10_000;

/** The threads of one session together, and each by itself. Threads that run side by side are not counted double in time. */
export function measureWork(threads: readonly WorkThread[]): {
  readonly all: MeasuredWork;
  readonly each: readonly MeasuredWork[];
} {
  const each = threads.map(measureThread);
  const times = threads.map(({ entries }) => entries.map(timeOf).filter((time) => time !== undefined));
  return {
    all: withTimes(addWork(each), times.flat()),
    each: each.map((work, i) => withTimes(work, times[i] ?? [])),
  };
}

function withTimes(work: MeasuredWork, times: readonly number[]): MeasuredWork {
  const sorted = times.toSorted((a, b) => a - b);
  const startedAt = sorted[0];
  const endedAt = sorted.at(-1);
  return {
    ...work,
    sessions: 1,
    startedAt,
    endedAt,
    durationMs: startedAt === undefined || endedAt === undefined ? 0 : endedAt - startedAt,
    activeMs: activeTime(sorted),
  };
}

/** Sessions, or threads, taken together. */
export function addWork(parts: readonly MeasuredWork[]): MeasuredWork {
  const sum = (of: (part: MeasuredWork) => number): number => parts.reduce((all, part) => all + of(part), 0);
  const times = (of: (part: MeasuredWork) => number | undefined): number[] =>
    parts.map(of).filter((time) => time !== undefined);
  return {
    sessions: sum((part) => part.sessions),
    threads: sum((part) => part.threads),
    startedAt: times((part) => part.startedAt).reduce<number | undefined>(
      (least, time) => (least === undefined || time < least ? time : least),
      undefined,
    ),
    endedAt: times((part) => part.endedAt).reduce<number | undefined>(
      (most, time) => (most === undefined || time > most ? time : most),
      undefined,
    ),
    durationMs: sum((part) => part.durationMs),
    activeMs: sum((part) => part.activeMs),
    requests: sum((part) => part.requests),
    input: sum((part) => part.input),
    output: sum((part) => part.output),
    outputFinal: parts.every((part) => part.outputFinal),
    cacheRead: sum((part) => part.cacheRead),
    cacheWrite: sum((part) => part.cacheWrite),
    promptIntervals: parts.flatMap((part) => part.promptIntervals),
    turnExchanges: parts.flatMap((part) => part.turnExchanges),
    turnDurations: parts.flatMap((part) => part.turnDurations),
    calls: parts.flatMap((part) => part.calls),
    bursts: parts.flatMap((part) => part.bursts),
    agentCalls: sum((part) => part.agentCalls),
    apiRetries: sum((part) => part.apiRetries),
    callRetries: sum((part) => part.callRetries),
    patterns: parts.flatMap((part) => part.patterns),
  };
}

function measureThread({ agentId, entries, calls, numberOf }: WorkThread): MeasuredWork {
  const totals = tallyThread(entries, usageByMessage(entries), calls.length);
  const turns = groupTurns(entries).filter((turn) => turn.kind !== 'opening' && turn.exchanges > 0);
  const agents = calls.filter(({ name }) => isAgentTool(name));
  return {
    sessions: 0,
    threads: 1,
    startedAt: totals.startedAt,
    endedAt: totals.endedAt,
    durationMs: 0,
    activeMs: 0,
    requests: countRequests(entries),
    input: totals.input,
    output: totals.output,
    outputFinal: totals.outputFinal,
    cacheRead: totals.cacheRead,
    cacheWrite: totals.cacheWrite5m + totals.cacheWrite1h,
    promptIntervals: intervals(turns),
    turnExchanges: turns.map((turn) => turn.exchanges),
    turnDurations: turns.flatMap(({ start, end }) =>
      start === undefined || end === undefined ? [] : [end - start],
    ),
    calls: calls.map(({ name, status, durationMs }) => ({ name, status, durationMs })),
    bursts: findBursts(agents),
    agentCalls: agents.length,
    apiRetries: listApiIncidents(entries).reduce((sum, { retries }) => sum + retries, 0),
    callRetries: calls.filter((call, i) => isRetry(call, calls[i - 1])).length,
    patterns: findPatterns(
      calls,
      turns.map((turn) => turnTokens(turn, numberOf)),
    ).map((pattern) => ({ ...pattern, agentId })),
  };
}

function countRequests(entries: readonly Entry[]): number {
  const ids = new Set<string | Entry>();
  for (const entry of entries) {
    const model = entry.value.type === 'assistant' ? modelOf(entry) : SYNTHETIC;
    if (model !== SYNTHETIC) ids.add(messageIdOf(entry) ?? entry);
  }
  return ids.size;
}

function activeTime(sorted: readonly number[]): number {
  let active = 0;
  for (let i = 1; i < sorted.length; i++) {
    const gap = (sorted[i] as number) - (sorted[i - 1] as number);
    if (gap <= IDLE_MS) active += gap;
  }
  return active;
}

// Between what a person typed; an agent has one prompt, and so no interval.
function intervals(turns: readonly Turn[]): number[] {
  const starts = turns
    .filter(({ kind }) => kind === 'prompt')
    .map(({ start }) => start)
    .filter((start) => start !== undefined)
    .sort((a, b) => a - b);
  return starts.slice(1).map((start, i) => start - (starts[i] as number));
}

function findBursts(agents: readonly ToolCall[]): number[] {
  const starts = agents.map(({ startedAt }) => startedAt).filter((time) => time !== undefined);
  starts.sort((a, b) => a - b);
  const sizes: number[] = [];
  let last: number | undefined;
  for (const start of starts) {
    if (last !== undefined && start - last <= BURST_MS)
      sizes[sizes.length - 1] = (sizes.at(-1) as number) + 1;
    else sizes.push(1);
    last = start;
  }
  return sizes.filter((size) => size > 1);
}

// The very next call asks again for what has just failed.
function isRetry(call: ToolCall, before: ToolCall | undefined): boolean {
  return before?.status === 'error' && isSameCall(call, before);
}

function turnTokens(turn: Turn, numberOf: WorkThread['numberOf']): TurnTokens {
  const tokens = turn.messages.reduce(
    (sum, { usage }) => sum + (usage ? contextTokens(usage) + usage.output : 0),
    0,
  );
  const number = numberOf && turn.prompt ? numberOf(turn.prompt) : turn.number;
  return { number, line: turn.entries[0]?.place.line ?? 0, tokens };
}

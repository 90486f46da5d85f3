// What one worker did: answers, tool calls, tokens counted once per message [M3], and the time it spans.
import { messageIdOf, messageOf, timeOf, uuidOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { betterUsage, readUsage, type TokenFigures, type Usage } from './usage.ts';

export interface ThreadTotals extends Omit<TokenFigures, 'webSearches'> {
  /** API answers. */
  readonly messages: number;
  readonly toolCalls: number;
  /** False where the output of some answer is only "at least" [M3]. */
  readonly outputFinal: boolean;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  /** From the first entry to the last: the time that passed, not a sum over workers that run side by side. */
  readonly durationMs: number | undefined;
}

/** The figures of each answer by message id; an answer without an id counts by its uuid or line. */
export function usageByMessage(entries: readonly Entry[]): Map<string, Usage | undefined> {
  const usages = new Map<string, Usage | undefined>();
  for (const entry of entries) {
    if (entry.value.type !== 'assistant') continue;
    const key = messageIdOf(entry) ?? uuidOf(entry) ?? `line ${entry.place.line}`;
    usages.set(key, betterUsage(usages.get(key), readUsage(messageOf(entry))));
  }
  return usages;
}

export function tallyThread(
  entries: readonly Entry[],
  usages: ReadonlyMap<string, Usage | undefined>,
  toolCalls: number,
): ThreadTotals {
  let startedAt: number | undefined;
  let endedAt: number | undefined;
  for (const entry of entries) {
    const time = timeOf(entry);
    if (time === undefined) continue;
    // File order is not time order [G5].
    if (startedAt === undefined || time < startedAt) startedAt = time;
    if (endedAt === undefined || time > endedAt) endedAt = time;
  }
  const totals = { ...NOTHING, messages: usages.size, toolCalls, ...span(startedAt, endedAt) };
  for (const usage of usages.values()) if (usage) addUsage(totals, usage);
  return totals;
}

/** Both together; the time runs from the earlier start to the later end. */
export function addTotals(a: ThreadTotals, b: ThreadTotals): ThreadTotals {
  return {
    messages: a.messages + b.messages,
    toolCalls: a.toolCalls + b.toolCalls,
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite5m: a.cacheWrite5m + b.cacheWrite5m,
    cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
    outputFinal: a.outputFinal && b.outputFinal,
    ...span(pick(Math.min, a.startedAt, b.startedAt), pick(Math.max, a.endedAt, b.endedAt)),
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const NOTHING: ThreadTotals = {
  messages: 0,
  toolCalls: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  outputFinal: true,
  startedAt: undefined,
  endedAt: undefined,
  durationMs: undefined,
};

function addUsage(totals: Mutable<ThreadTotals>, usage: Usage): void {
  totals.input += usage.input;
  totals.output += usage.output;
  totals.cacheRead += usage.cacheRead;
  totals.cacheWrite5m += usage.cacheWrite5m;
  totals.cacheWrite1h += usage.cacheWrite1h;
  // An answer of the client itself has no tokens at all: nothing is missing there [M6].
  if (!usage.outputFinal && usage.input + usage.output > 0) totals.outputFinal = false;
}

function span(
  startedAt: number | undefined,
  endedAt: number | undefined,
): Pick<ThreadTotals, 'startedAt' | 'endedAt' | 'durationMs'> {
  const durationMs = startedAt === undefined || endedAt === undefined ? undefined : endedAt - startedAt;
  return { startedAt, endedAt, durationMs };
}

function pick(
  choose: (a: number, b: number) => number,
  a: number | undefined,
  b: number | undefined,
): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : choose(a, b);
}

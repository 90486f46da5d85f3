// Flags what looks wrong in the course of a thread, each by a rule that can be checked: loops, stagnation, runaway tokens.
import type { ToolCall } from '../../session/tool-calls.ts';
import { spreadOf } from './spread.ts';

export interface WorkPattern {
  readonly rule: 'loop' | 'stagnation' | 'runaway';
  /** A sentence for people. */
  readonly says: string;
  /** How many calls, or for a runaway how many tokens. */
  readonly count: number;
  /** The first line of it in its file. */
  readonly line: number;
  readonly turn: number | undefined;
  /** The agent whose thread it is in; undefined for the main thread. */
  readonly agentId?: string | undefined;
}

export interface TurnTokens {
  /** Undefined on a branch that was left behind, whose turns have no numbers. */
  readonly number: number | undefined;
  readonly line: number;
  /** All tokens of its requests, those read from the cache too. */
  readonly tokens: number;
}

/** The same call, tool and input alike, this often with no other call between. */
const LOOP_CALLS = 3;
/** So many calls in a row that ended in an error. */
const STAGNATION_CALLS = 5;
/** A turn with this many times the tokens of the thread's median turn, and at least so many. */
const RUNAWAY_FACTOR = 10;
const RUNAWAY_TOKENS = 5_000_000;

export function findPatterns(calls: readonly ToolCall[], turns: readonly TurnTokens[]): WorkPattern[] {
  return [...findLoops(calls), ...findStagnation(calls), ...findRunaways(turns)];
}

/** Whether two calls ask for the same: tool and input alike. */
export function isSameCall(a: ToolCall, b: ToolCall): boolean {
  return a.name === b.name && JSON.stringify(a.input) === JSON.stringify(b.input);
}

function findLoops(calls: readonly ToolCall[]): WorkPattern[] {
  return runs(calls, (call, before) => isSameCall(call, before))
    .filter((run) => run.length >= LOOP_CALLS)
    .map((run) =>
      pattern('loop', run, `${first(run).name} was called ${run.length} times in a row with the same input`),
    );
}

function findStagnation(calls: readonly ToolCall[]): WorkPattern[] {
  const failed = (call: ToolCall): boolean => call.status === 'error';
  return runs(calls, (call, before) => failed(call) && failed(before))
    .filter((run) => run.length >= STAGNATION_CALLS && failed(first(run)))
    .map((run) => pattern('stagnation', run, `${run.length} calls in a row failed`));
}

function findRunaways(turns: readonly TurnTokens[]): WorkPattern[] {
  const sizes = spreadOf(turns.map(({ tokens }) => tokens));
  // Of fewer turns there is no usual size to be far above of.
  if (!sizes || sizes.count < 3) return [];
  const { median } = sizes;
  return turns
    .filter(({ tokens }) => tokens >= RUNAWAY_TOKENS && tokens >= RUNAWAY_FACTOR * median)
    .map(({ number, line, tokens }) => ({
      rule: 'runaway',
      says: `${number === undefined ? 'a turn left behind' : `turn ${number}`} took ${Math.round(tokens / 1e5) / 10}M tokens, ${median === 0 ? 'the median turn none' : `${Math.round(tokens / median)} times the median turn`}`,
      count: tokens,
      line,
      turn: number,
    }));
}

function runs(
  calls: readonly ToolCall[],
  goesOn: (call: ToolCall, before: ToolCall) => boolean,
): ToolCall[][] {
  const found: ToolCall[][] = [];
  for (const call of calls) {
    const run = found.at(-1);
    const before = run?.at(-1);
    if (run && before && goesOn(call, before)) run.push(call);
    else found.push([call]);
  }
  return found;
}

function first(run: readonly ToolCall[]): ToolCall {
  return run[0] as ToolCall;
}

function pattern(rule: WorkPattern['rule'], run: readonly ToolCall[], says: string): WorkPattern {
  return { rule, says, count: run.length, line: first(run).entry.place.line, turn: undefined };
}

// Tool calls for tests, from a name, an input and a result; their views, and what a person sees of them.
import { entriesOf, resultLine, useLine } from '../entries-of.fixture.ts';
import { pairToolCalls, type ToolCall } from '../tool-calls.ts';
import { describeOutcome } from './describe-outcome.ts';
import { summariseToolCall } from './summarise-tool-call.ts';
import { type ToolView, viewToolCall } from './view-tool-call.ts';

export interface Result {
  readonly text?: unknown;
  readonly result?: unknown;
  readonly error?: boolean;
}

export function callOf(
  name: string,
  input: unknown,
  { text = '', result, error }: Result = {},
  more: object = {},
): ToolCall {
  const flag = error === undefined ? {} : { is_error: error };
  const entries = entriesOf(useLine('t', name, input, more), resultLine('t', text, result, flag));
  return pairToolCalls(entries).calls[0] as ToolCall;
}

export function viewOf(name: string, input: unknown, result?: Result): ToolView {
  return viewToolCall(callOf(name, input, result));
}

/** What a person sees of a call: the line and its outcome. */
export function told(name: string, input: unknown, result?: Result, more?: object): string[] {
  const call = callOf(name, input, result, more);
  return [summariseToolCall(call), describeOutcome(call)];
}

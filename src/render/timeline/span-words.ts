// The words of a span, made from what it stands for when someone asks: most spans of a long session are never read.
import type { Entry } from '../../log/line.ts';
import type { ApiIncident } from '../../session/api-errors.ts';
import type { ToolCall } from '../../session/tool-calls.ts';
import { describeOutcome } from '../../session/tool-view/describe-outcome.ts';
import { oneLine, summariseToolCall } from '../../session/tool-view/summarise-tool-call.ts';
import { promptText } from '../../session/turns.ts';
import type { SpanKind } from './timeline.ts';

/** What a span stands for: a call, the prompt of a turn, an incident; or its label, where that is known at once. */
export type SpanSource = ToolCall | Entry | ApiIncident | string;

const MOST_LABEL = 90;
const MOST_PROMPT = 120;

export function labelOf(kind: SpanKind, source: SpanSource): string {
  if (typeof source === 'string') return source;
  switch (kind) {
    case 'tool':
      return callLabel(source as ToolCall);
    case 'retry':
      return oneLine((source as ApiIncident).message, MOST_PROMPT);
    default:
      return oneLine(promptText(source as Entry).slice(0, 300), MOST_PROMPT);
  }
}

/** Empty where there is nothing to say about how it ended. */
export function outcomeOf(kind: SpanKind, source: SpanSource): string {
  if (typeof source === 'string') return '';
  if (kind === 'tool') return oneLine(describeOutcome(source as ToolCall), MOST_LABEL);
  if (kind !== 'retry') return '';
  const { retries, outcome } = source as ApiIncident;
  return `${retries} ${retries === 1 ? 'retry' : 'retries'}, ${outcome}`;
}

// A command speaks for itself; other calls are named by their tool.
function callLabel(call: ToolCall): string {
  const { name } = call;
  const summary = summariseToolCall(call);
  const isShell = name === 'Bash' || name === 'PowerShell';
  return oneLine(
    isShell && summary.startsWith(`${name} `) ? summary.slice(name.length + 1) : summary,
    MOST_LABEL,
  );
}

/** The beginning of a shell call's label, without looking at its result. */
export function shellWords({ name, input }: ToolCall): string {
  const command = typeof input.command === 'string' ? input.command : '';
  const summary = oneLine(command === '' ? name : `${name} ${command}`, 120);
  return oneLine(summary.startsWith(`${name} `) ? summary.slice(name.length + 1) : summary, MOST_LABEL);
}

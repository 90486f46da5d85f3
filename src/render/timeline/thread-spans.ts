// The spans of one worker: its requests with thinking and answering in them, and its tool calls.
import { timeOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import type { Message } from '../../session/messages.ts';
import type { ToolCall } from '../../session/tool-calls.ts';
import { describeOutcome } from '../../session/tool-view/describe-outcome.ts';
import { oneLine, summariseToolCall } from '../../session/tool-view/summarise-tool-call.ts';
import { viewToolCall } from '../../session/tool-view/view-tool-call.ts';
import type { SpanDraft } from './span-draft.ts';

export interface Worker {
  /** Where its requests and its calls are drawn. */
  readonly lane: string;
  readonly toolLane: string;
  readonly agentId: string | undefined;
  /** In reading order. */
  readonly entries: readonly Entry[];
  readonly messages: readonly Message[];
  readonly calls: readonly ToolCall[];
  readonly turnOf: (entry: Entry) => number;
  readonly parentOf: (entry: Entry) => number | undefined;
}

const MOST_LABEL = 90;

/** Returns the numbers of the spans of calls, by the call's id. */
export function addThreadSpans(draft: SpanDraft, worker: Worker): Map<string, number> {
  const requests = addRequests(draft, worker);
  const spans = new Map<string, number>();
  for (const call of worker.calls) {
    const view = viewToolCall(call);
    const { startedAt, endedAt, durationMs, durationBasis, status } = call;
    const logged = durationBasis === 'logged' && durationMs !== undefined && endedAt !== undefined;
    // A logged duration leaves out the wait for a permission: the call then began so long before its result.
    const start = logged ? Math.max(startedAt ?? endedAt - durationMs, endedAt - durationMs) : startedAt;
    const parent = requests.get(call.messageId ?? '') ?? worker.parentOf(call.entry);
    const outcome = describeOutcome(call, view);
    const id = draft.add({
      lane: worker.toolLane,
      kind: 'tool',
      start,
      end: endedAt ?? startedAt,
      basis: logged ? 'logged' : 'timestamps',
      label: labelOf(call, summariseToolCall(call, view)),
      turn: worker.turnOf(call.entry),
      line: call.entry.place.line,
      tool: call.name,
      toolUseId: call.id,
      ...(parent === undefined ? {} : { parent }),
      ...(status === 'error' ? { failed: true } : {}),
      ...(outcome === '' ? {} : { outcome: oneLine(outcome, MOST_LABEL) }),
      ...(worker.agentId === undefined ? {} : { agentId: worker.agentId }),
    });
    if (id !== undefined) spans.set(call.id, id);
  }
  return spans;
}

// A command speaks for itself; other calls are named by their tool.
function labelOf({ name }: ToolCall, summary: string): string {
  const isShell = name === 'Bash' || name === 'PowerShell';
  return oneLine(
    isShell && summary.startsWith(`${name} `) ? summary.slice(name.length + 1) : summary,
    MOST_LABEL,
  );
}

// A request begins when what it answers was written: the entry before its first line. Each line's time is its block's end.
function addRequests(draft: SpanDraft, worker: Worker): Map<string, number> {
  const spans = new Map<string, number>();
  const before = timesBefore(worker.entries);
  for (const message of worker.messages) {
    if (message.role !== 'assistant' || message.model === '<synthetic>') continue;
    const first = message.entries[0] as Entry;
    const start = before.get(first) ?? timeOf(first);
    const end = timeOf(message.entries.at(-1) as Entry);
    const parent = worker.parentOf(first);
    const shared = {
      lane: worker.lane,
      basis: 'timestamps' as const,
      turn: worker.turnOf(first),
      line: first.place.line,
      ...(worker.agentId === undefined ? {} : { agentId: worker.agentId }),
    };
    const id = draft.add({
      ...shared,
      kind: 'request',
      start,
      end,
      label: message.model ?? 'request',
      ...(parent === undefined ? {} : { parent }),
      ...(message.usage ? { tokens: message.usage.output } : {}),
      ...(message.apiError ? { failed: true } : {}),
    });
    if (id === undefined || start === undefined) continue;
    if (message.id !== undefined) spans.set(message.id, id);
    addBlocks(draft, message, { ...shared, parent: id }, start);
  }
  return spans;
}

function addBlocks(
  draft: SpanDraft,
  message: Message,
  shared: { lane: string; basis: 'timestamps'; turn: number; line: number; parent: number },
  from: number,
): void {
  let start = from;
  let open: { kind: 'thinking' | 'answer'; start: number; end: number; line: number } | undefined;
  const close = () => {
    if (open) draft.add({ ...shared, ...open, label: open.kind });
    open = undefined;
  };
  for (const { block, entry } of message.blocks) {
    const end = timeOf(entry);
    if (end === undefined) continue;
    const kind = block.type === 'thinking' || block.type === 'redacted_thinking' ? 'thinking' : 'answer';
    if (open?.kind !== kind) {
      close();
      open = { kind, start, end, line: entry.place.line };
    } else open.end = Math.max(open.end, end);
    start = Math.max(start, end);
  }
  close();
}

function timesBefore(entries: readonly Entry[]): Map<Entry, number> {
  const before = new Map<Entry, number>();
  let last: number | undefined;
  for (const entry of entries) {
    if (last !== undefined) before.set(entry, last);
    const time = timeOf(entry);
    // Results of parallel calls may carry times before the one in front of them.
    if (time !== undefined && entry.value.type !== 'progress') last = Math.max(last ?? time, time);
  }
  return before;
}

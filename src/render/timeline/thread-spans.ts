// The spans of one worker: its requests with thinking and answering in them, and its tool calls.
import { isThinking } from '../../log/block.ts';
import { SYNTHETIC, timeOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import type { Message } from '../../session/messages.ts';
import type { ToolCall } from '../../session/tool-calls.ts';
import type { SpanDraft } from './span-draft.ts';

export interface Worker {
  /** Where its requests and its calls are drawn. */
  readonly lane: string;
  readonly toolLane: string;
  readonly agentId: string | undefined;
  /** In reading order. */
  readonly entries: readonly Entry[];
  /** Those of the model, at least; in the order of their first entries. */
  readonly messages: readonly Message[];
  readonly calls: readonly ToolCall[];
  readonly turnOf: (entry: Entry) => number;
  readonly parentOf: (entry: Entry) => number | undefined;
}

/** Returns the numbers of the spans of calls, by the call's id. */
export function addThreadSpans(draft: SpanDraft, worker: Worker): Map<string, number> {
  const requests = addRequests(draft, worker);
  const spans = new Map<string, number>();
  for (const call of worker.calls) {
    const { startedAt, endedAt, durationMs, durationBasis, status } = call;
    const logged = durationBasis === 'logged' && durationMs !== undefined && endedAt !== undefined;
    // A logged duration leaves out the wait for a permission: the call then began so long before its result.
    const start = logged ? Math.max(startedAt ?? endedAt - durationMs, endedAt - durationMs) : startedAt;
    const id = draft.add(start, endedAt ?? startedAt, {
      lane: worker.toolLane,
      kind: 'tool',
      source: call,
      logged,
      turn: worker.turnOf(call.entry),
      line: call.entry.place.line,
      tool: call.name,
      toolUseId: call.id,
      parent: requests.get(call.messageId ?? '') ?? worker.parentOf(call.entry),
      failed: status === 'error',
      agentId: worker.agentId,
    });
    if (id !== undefined) spans.set(call.id, id);
  }
  return spans;
}

// Each line's time is its block's end.
function addRequests(draft: SpanDraft, worker: Worker): Map<string, number> {
  const spans = new Map<string, number>();
  const starts = startsOf(worker);
  for (const [at, message] of worker.messages.entries()) {
    if (message.role !== 'assistant' || message.model === SYNTHETIC) continue;
    const first = message.entries[0] as Entry;
    const start = starts[at];
    const turn = worker.turnOf(first);
    const id = draft.add(start, timeOf(message.entries.at(-1) as Entry), {
      lane: worker.lane,
      kind: 'request',
      source: message.model ?? 'request',
      turn,
      line: first.place.line,
      agentId: worker.agentId,
      parent: worker.parentOf(first),
      tokens: message.usage?.output,
      failed: message.apiError,
    });
    if (id === undefined || start === undefined) continue;
    if (message.id !== undefined) spans.set(message.id, id);
    addBlocks(draft, worker, message, { turn, parent: id, start });
  }
  return spans;
}

// A request begins when what it answers was written: the latest of all entries before its first line.
function startsOf({ entries, messages }: Worker): (number | undefined)[] {
  const starts: (number | undefined)[] = [];
  let last: number | undefined;
  for (const entry of entries) {
    const time = timeOf(entry);
    // Messages come in the order of their first entries.
    if (entry === messages[starts.length]?.entries[0]) starts.push(last ?? time);
    // Results of parallel calls may carry times before the one in front of them.
    if (time !== undefined && entry.value.type !== 'progress' && (last === undefined || time > last))
      last = time;
  }
  return starts;
}

interface RequestPlace {
  readonly turn: number;
  readonly parent: number;
  readonly start: number;
}

function addBlocks(draft: SpanDraft, worker: Worker, message: Message, place: RequestPlace): void {
  let { start } = place;
  let open: { kind: 'thinking' | 'answer'; start: number; end: number; line: number } | undefined;
  const close = () => {
    if (!open) return;
    draft.add(open.start, open.end, {
      lane: worker.lane,
      kind: open.kind,
      source: open.kind,
      turn: place.turn,
      line: open.line,
      parent: place.parent,
      agentId: worker.agentId,
    });
    open = undefined;
  };
  for (const { block, entry } of message.blocks) {
    const end = timeOf(entry);
    if (end === undefined) continue;
    const kind = isThinking(block) ? 'thinking' : 'answer';
    if (open?.kind !== kind) {
      close();
      open = { kind, start, end, line: entry.place.line };
    } else open.end = Math.max(open.end, end);
    start = Math.max(start, end);
  }
  close();
}

// Cuts a stretch of conversation into the steps that become knots: by turn, by message or by entry.
import { asWords, type JsonObject, numberField, objectField } from '../../base/json.ts';
import { contentText, entryBlocks, isThinking } from '../../log/block.ts';
import { isCompactBoundary, messageOf, SYNTHETIC, typeOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import { joinMessages, type Message } from '../../session/messages.ts';
import { groupTurns, promptText, type Turn } from '../../session/turns.ts';
import { contextTokens } from '../../session/usage.ts';
import { userKind } from '../../session/user-kind.ts';
import type { DrawBy, KnotKind } from './drawing.ts';
import { labelOf } from './label.ts';

export interface Step {
  readonly kind: KnotKind;
  readonly label: string;
  /** How many turns this step opens: 1 for a turn's own step or its prompt. */
  readonly opens: 0 | 1;
  readonly entries: readonly Entry[];
  readonly calls: number;
  readonly failed: number;
  readonly contextTokens: number | undefined;
}

/** The steps of a stretch in reading order. Entries that no step shows, such as attachments between messages, follow the step before them. */
export function cutSteps(entries: readonly Entry[], by: DrawBy): Step[] {
  const turns = groupTurns(entries);
  // Notes of the client before the first prompt are no turn; they are drawn only where there is nothing else.
  if (by === 'turn') return turns.flatMap((turn) => turnSteps(turn, turns.length === 1));
  const prompts = new Set(turns.map((turn) => turn.prompt));
  const steps = by === 'message' ? messageSteps(entries) : entries.map(entryStep);
  // Of commands only those that a model answered open a turn: that shows in what follows, not in the line.
  return steps.map((step) => {
    return step.opens === 0 || prompts.has(step.entries[0]) ? step : { ...step, opens: 0, kind: 'system' };
  });
}

// A boundary stands inside the turn that filled the context: the knot of the compaction follows that turn's.
function turnSteps(turn: Turn, alone: boolean): Step[] {
  const boundaries = turn.entries.flatMap((entry, i) => (isCompactBoundary(entry) ? [i] : []));
  const [first] = boundaries;
  const before = turn.entries.slice(0, first);
  const steps: Step[] = [];
  if (turn.prompt || turn.exchanges > 0 || (alone && turn.messages.length > 0)) {
    const label = turn.prompt ? promptText(turn.prompt) : openingLabel(turn);
    steps.push({
      kind: !turn.prompt ? 'system' : turn.kind === 'agent-prompt' ? 'agent' : 'user',
      label: labelOf(label, turn.prompt ? '(images only)' : '(before the first prompt)'),
      opens: turn.prompt ? 1 : 0,
      entries: before,
      ...countMessages(first === undefined ? turn.messages : joinMessages(before)),
    });
  }
  for (const [n, from] of boundaries.entries())
    steps.push(compactionStep(turn.entries.slice(from, boundaries[n + 1])));
  return steps;
}

// What stands before any prompt is most often an answer that was asked for again.
function openingLabel(turn: Turn): string {
  const answer = turn.messages.find((message) => message.role === 'assistant');
  return answer ? textOf(answer.blocks.map(({ block }) => block)) : '';
}

function compactionStep(entries: readonly Entry[]): Step {
  const metadata = objectField(entries[0]?.value, 'compactMetadata');
  const before = numberField(metadata, 'preTokens');
  const tokens = before === undefined ? '' : `, ${Math.round(before / 1000)}k before`;
  const trigger = metadata?.trigger === 'manual' ? ' by hand' : '';
  return {
    kind: 'compaction',
    label: `Compacted${trigger}${tokens}`,
    opens: 0,
    entries,
    // A turn that was cut by the compaction goes on behind it.
    ...countMessages(joinMessages(entries)),
  };
}

function messageSteps(entries: readonly Entry[]): Step[] {
  const steps: Step[] = [];
  const boundaries = entries.filter(isCompactBoundary);
  const messages = joinMessages(entries);
  const order = new Map(entries.map((entry, i) => [entry, i]));
  const place = (entry: Entry | undefined) => (entry && order.get(entry)) ?? 0;
  let next = 0;
  for (const message of messages) {
    for (
      let boundary = boundaries[next];
      boundary && place(boundary) < place(message.entries[0]);
      boundary = boundaries[++next]
    ) {
      steps.push(compactionStep([boundary]));
    }
    steps.push(messageStep(message));
  }
  for (const boundary of boundaries.slice(next)) steps.push(compactionStep([boundary]));
  return steps;
}

function messageStep(message: Message): Step {
  const { kind, label, opens } = describe(
    message.entries[0] as Entry,
    message.blocks.map(({ block }) => block),
  );
  return {
    kind: message.apiError ? 'error' : kind,
    label,
    opens,
    entries: message.entries,
    ...countMessages([message]),
  };
}

function entryStep(entry: Entry): Step {
  if (isCompactBoundary(entry)) return compactionStep([entry]);
  const { kind, label, opens } = describe(entry, entryBlocks(entry));
  return { kind, label, opens, entries: [entry], ...countMessages(joinMessages([entry])) };
}

function describe(entry: Entry, blocks: readonly JsonObject[]): Pick<Step, 'kind' | 'label' | 'opens'> {
  const { value } = entry;
  if (value.type === 'assistant') return { ...describeAnswer(blocks), opens: 0 };
  if (value.type !== 'user')
    return { kind: 'system', label: labelOf(systemLabel(entry), typeOf(entry)), opens: 0 };
  const kind = userKind(entry);
  if (kind === 'tool-result') return { ...describeResult(blocks), opens: 0 };
  const isPrompt =
    kind === 'prompt' || kind === 'agent-prompt' || kind === 'command' || kind === 'shell-input';
  if (isPrompt)
    return {
      kind: kind === 'agent-prompt' ? 'agent' : 'user',
      label: labelOf(promptText(entry), '(images only)'),
      opens: 1,
    };
  return {
    kind: 'system',
    label: labelOf(`${kind}: ${contentText(messageOf(entry)?.content)}`, kind),
    opens: 0,
  };
}

function describeAnswer(blocks: readonly JsonObject[]): Pick<Step, 'kind' | 'label'> {
  const text = textOf(blocks);
  const tools = blocks
    .filter((block) => block.type === 'tool_use')
    .map((block) => asWords(block.name ?? 'tool'));
  if (text !== '')
    return {
      kind: 'assistant',
      label: labelOf(tools.length > 0 ? `${text} → ${tools.join(', ')}` : text, 'answer'),
    };
  if (tools.length > 0) return { kind: 'tool-use', label: labelOf(tools.join(', '), 'tool') };
  return blocks.some(isThinking)
    ? { kind: 'thinking', label: 'thinking' }
    : { kind: 'assistant', label: '(empty answer)' };
}

function describeResult(blocks: readonly JsonObject[]): Pick<Step, 'kind' | 'label'> {
  const results = blocks.filter((block) => block.type === 'tool_result');
  const text = contentText(results[0]?.content);
  return {
    kind: results.some((block) => block.is_error === true) ? 'error' : 'tool-result',
    label: labelOf(text, '(no text)'),
  };
}

function systemLabel({ value }: Entry): string {
  const what = value.subtype ?? objectField(value, 'attachment')?.type ?? objectField(value, 'data')?.type;
  return typeof what === 'string' ? `${asWords(value.type)}: ${what}` : '';
}

function textOf(blocks: readonly JsonObject[]): string {
  return blocks
    .map((block) => (block.type === 'text' && typeof block.text === 'string' ? block.text : ''))
    .filter((text) => text.trim() !== '')
    .join(' ');
}

function countMessages(messages: readonly Message[]): Pick<Step, 'calls' | 'failed' | 'contextTokens'> {
  let calls = 0;
  let failed = 0;
  let tokens: number | undefined;
  for (const { blocks, usage, model } of messages) {
    for (const { block } of blocks) {
      if (block.type === 'tool_use') calls++;
      else if (block.type === 'tool_result' && block.is_error === true) failed++;
    }
    if (usage && model !== SYNTHETIC && contextTokens(usage) > 0) tokens = contextTokens(usage);
  }
  return { calls, failed, contextTokens: tokens };
}

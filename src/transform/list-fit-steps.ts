// The cuts that a session can bear, gentlest first: what fitting it to a size chooses from.
import { asWords, isObject, type JsonObject, stringField } from '../base/json.ts';
import { arrayBlocks, isThinking } from '../log/block.ts';
import { messageIdOf } from '../log/fields.ts';
import { blocksOf, type Call, listCalls } from './choose-calls.ts';
import { type CutItem, type CutSession, listTurns } from './cut-session.ts';

export type FitStep =
  | { readonly kind: 'stale-read' | 'superseded-edit' | 'large-result' | 'call'; readonly call: Call }
  | { readonly kind: 'image'; readonly uuid: string }
  | { readonly kind: 'thinking'; readonly messageId: string };

/** A result shorter than this is not large. */
const LARGE = 3000;

/** How many of the newest turns stay whole, most first; the last turn only loses something if nothing else helps. */
const SHELTERED: readonly number[] = [0.25, 0];
const LAST_CALLS = 3;

/** `loaded` are the uuids that a resume sends: cutting anything else would save nothing. */
export function listFitSteps(session: CutSession, loaded: ReadonlySet<string>): FitStep[] {
  const items = session.items.filter((item) => item.role === 'chain' && loaded.has(uuidOf(item)));
  const sent = { ...session, items };
  const calls = listCalls(items);
  const turns = listTurns(sent);
  const facts = describeCalls(items, calls);
  const steps: FitStep[] = [];
  const taken = new Set<unknown>();
  const rounds = [
    ...SHELTERED.map((share) => turns.at(-1 - Math.max(1, Math.ceil(turns.length * share))) ?? -1),
    Number.POSITIVE_INFINITY,
  ];
  for (const last of rounds) {
    const sheltered = new Set(last === Number.POSITIVE_INFINITY ? calls.slice(-LAST_CALLS) : []);
    const open = calls.filter((call) => call.turn <= last && !sheltered.has(call));
    for (const step of roundOf(open, items, facts, last)) {
      const key = keyOf(step);
      if (!taken.has(key)) steps.push(step);
      taken.add(key);
    }
  }
  return steps;
}

function* roundOf(
  calls: readonly Call[],
  items: readonly CutItem[],
  facts: CallFacts,
  last: number,
): Generator<FitStep> {
  const newest = calls.at(-1)?.turn ?? 0;
  for (const call of calls) if (facts.stale.has(call.id)) yield { kind: 'stale-read', call };
  for (const call of calls) if (facts.superseded.has(call.id)) yield { kind: 'superseded-edit', call };
  const age = new Map(calls.map((call, at) => [call, (calls.length - at) * (newest - call.turn + 1)]));
  const large = calls.filter((call) => call.size >= LARGE);
  large.sort((a, b) => b.size * (age.get(b) ?? 1) - a.size * (age.get(a) ?? 1));
  for (const call of large) yield { kind: 'large-result', call };
  const old = items.filter((item) => item.turn <= last);
  for (const item of old) if (blocksOf(item).some(holdsImage)) yield { kind: 'image', uuid: uuidOf(item) };
  const thoughtful = new Set(old.filter((item) => blocksOf(item).some(isThinking)).map(answerOf));
  for (const messageId of thoughtful) if (messageId !== '') yield { kind: 'thinking', messageId };
  for (const call of calls) yield { kind: 'call', call };
}

function keyOf(step: FitStep): string {
  const id = 'call' in step ? step.call.id : step.kind === 'image' ? step.uuid : step.messageId;
  return `${step.kind} ${id}`;
}

interface CallFacts {
  /** Reads of a file that was read again later. */
  readonly stale: ReadonlySet<string>;
  /** Changes of a file that was later written or read whole. */
  readonly superseded: ReadonlySet<string>;
}

const CHANGES: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

function describeCalls(items: readonly CutItem[], calls: readonly Call[]): CallFacts {
  const files = new Map<string, { readonly file: string; readonly part: string }>();
  for (const item of items) {
    for (const block of blocksOf(item)) {
      const input = block.type === 'tool_use' && isObject(block.input) ? block.input : undefined;
      const file = stringField(input, 'file_path') ?? stringField(input, 'notebook_path');
      if (file !== undefined) files.set(asWords(block.id), { file, part: partOf(input) });
    }
  }
  const stale = new Set<string>();
  const superseded = new Set<string>();
  const readLater = new Set<string>();
  const wholeLater = new Set<string>();
  for (const call of calls.toReversed()) {
    const touched = files.get(call.id);
    if (!touched) continue;
    const { file, part } = touched;
    if (call.name === 'Read') {
      if (wholeLater.has(file) || readLater.has(`${file} ${part}`)) stale.add(call.id);
      readLater.add(`${file} ${part}`);
      if (part === '') wholeLater.add(file);
    } else if (CHANGES.has(call.name)) {
      if (wholeLater.has(file)) superseded.add(call.id);
      if (call.name === 'Write') wholeLater.add(file);
    }
  }
  return { stale, superseded };
}

function partOf(input: JsonObject | undefined): string {
  const range = [input?.offset, input?.limit, input?.pages].filter((part) => part !== undefined);
  return range.length === 0 ? '' : JSON.stringify(range);
}

function holdsImage(block: JsonObject): boolean {
  if (block.type === 'image') return true;
  return block.type === 'tool_result' && arrayBlocks(block.content).some(({ type }) => type === 'image');
}

function answerOf(item: CutItem): string {
  return (item.entry && messageIdOf(item.entry)) ?? '';
}

function uuidOf(item: CutItem): string {
  return stringField(item.value, 'uuid') ?? '';
}

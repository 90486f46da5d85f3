// What a cut takes away, thing by thing, from a comparison of the source's blocks with those that are left.

import { asWords, type JsonObject, stringField } from '../../base/json.ts';
import { textStart } from '../../base/text-start.ts';
import { tokenizerOf } from '../../context/tokens/estimate-text.ts';
import { estimateBlock } from '../../context/tokens/list-token-items.ts';
import { entryBlocks, isThinking } from '../../log/block.ts';
import { attachmentTypeOf, uuidOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import { blocksOf } from '../../transform/choose-calls.ts';
import type { CutItem, CutSession } from '../../transform/cut-session.ts';
import type { CutGroup, CutThing, CutTool } from '../api.ts';
import { fillItem, leftInWindow, type TokenTable } from './token-table.ts';

interface CutThings {
  readonly groups: readonly CutGroup[];
  /** The same, of tools: the one that loses most first. */
  readonly tools: readonly CutTool[];
  /** Tokens of what is in the window, by turn, before and after. */
  readonly perTurn: ReadonlyMap<number, { before: number; after: number }>;
}

const MOST_THINGS = 100;

export function listCutThings(
  source: CutSession,
  left: CutSession,
  table: TokenTable,
  model: string,
): CutThings {
  const kept = new Map<string, CutItem>();
  for (const item of left.items) if (item.entry) kept.set(keyOf(item.entry), item);
  const turnsLeft = new Set(left.items.filter(({ role }) => role === 'chain').map(({ turn }) => turn));
  // A copy that ends before a compaction has in its window again what that took out.
  const tally = new CutTally(weigh(table), weigh(table, endOf(left, table)), model);
  for (const { entry, turn, role } of source.items) {
    if (!entry) continue;
    const now = kept.get(keyOf(entry));
    if (now) tally.compareBlocks(entry, turn, blocksOf(now));
    else if (role === 'beside') tally.addBeside(entry, turn);
    else if (!turnsLeft.has(turn) && turn > 0) continue;
    else if (entry.value.type === 'attachment') tally.addAttachment(entry, turn);
    else tally.compareBlocks(entry, turn, []);
  }
  tally.addTurns(turnsLeft);
  const lists = tally.lists();
  return { groups: finish(lists), tools: sumTools(lists), perTurn: tally.perTurn };
}

type Weights = ReturnType<typeof weigh>;
type Lists = Record<CutGroup['what'], (CutThing & { readonly bytes: number })[]>;

/** What goes, thing by thing; each is taken off the tokens of its turn at once. */
class CutTally {
  readonly perTurn = new Map<number, { before: number; after: number }>();
  readonly #weights: Weights;
  readonly #then: Weights;
  readonly #tokenizer: ReturnType<typeof tokenizerOf>;
  readonly #lists: Lists = {
    shortened: [],
    removed: [],
    thinking: [],
    images: [],
    attachments: [],
    turns: [],
    beside: [],
  };
  // The input and the result of a call are shortened one by one, but are one thing.
  readonly #shortened = new Map<string, CutThing>();
  readonly #removed = new Set<string>();

  constructor(weights: Weights, then: Weights, model: string) {
    this.#weights = weights;
    this.#then = then;
    this.#tokenizer = tokenizerOf(model);
    for (const [at, { kind, tokens, turn }] of weights.items.entries()) {
      const sums = this.perTurn.get(turn) ?? { before: 0, after: 0 };
      this.perTurn.set(turn, sums);
      if (kind === 'system') continue;
      sums.before += tokens;
      sums.after += then.items[at]?.tokens ?? 0;
    }
  }

  addBeside({ value, place: { line, length } }: Entry, turn: number): void {
    // Written anew at the end of every clone.
    if (value.type === 'last-prompt') return;
    this.#add('beside', { label: asWords(value.type), before: 0, after: 0, turn, line }, 0, length);
  }

  addAttachment(entry: Entry, turn: number): void {
    const label = attachmentTypeOf(entry)?.replaceAll('_', ' ') ?? 'attachment';
    this.#addLine('attachments', 'byLine', label, entry, turn);
  }

  /** What an entry had and has no longer. */
  compareBlocks(entry: Entry, turn: number, after: readonly JsonObject[]): void {
    const place = { turn, line: entry.place.line };
    for (const block of entryBlocks(entry)) {
      if (after.includes(block)) continue;
      const id =
        stringField(block, 'tool_use_id') ??
        (block.type === 'tool_use' ? stringField(block, 'id') : undefined);
      if (id !== undefined) this.#compareCall(id, block, after, place);
      else if (isThinking(block)) {
        const label = textStart(stringField(block, 'thinking') ?? '', 80) || 'thinking';
        this.#addLine('thinking', 'thinking', label, entry, turn);
      } else if (block.type === 'image' && isScaled(entryBlocks(entry), after)) {
        // Made smaller: it still counts.
      } else if (block.type === 'image' || block.type === 'document') {
        this.#addLine('images', 'images', block.type, entry, turn);
      }
    }
  }

  addTurns(turnsLeft: ReadonlySet<number>): void {
    for (const [turn, sums] of this.perTurn) {
      if (turn === 0 || turnsLeft.has(turn) || sums.before === 0) continue;
      this.#lists.turns.push({ label: `turn ${turn}`, turn, before: sums.before, after: 0, bytes: 0 });
      sums.after = 0;
    }
  }

  lists(): Lists {
    return { ...this.#lists, shortened: [...this.#shortened.values()].map((one) => ({ ...one, bytes: 0 })) };
  }

  #compareCall(
    id: string,
    block: JsonObject,
    after: readonly JsonObject[],
    place: { readonly turn: number; readonly line: number },
  ): void {
    const call = this.#weights.byCall.get(id);
    const was = this.#then.byCall.get(id);
    const same = after.find((one) => one.type === block.type && (one.tool_use_id ?? one.id) === id);
    const thing = { label: call?.label ?? id, ...toolOf(call), ...place };
    if (same) {
      const sizeOf = (one: CallWeight | undefined) =>
        block.type === 'tool_result' ? (one?.result ?? 0) : (one?.all ?? 0) - (one?.result ?? 0);
      const size = Math.round(estimateBlock(same, this.#tokenizer));
      this.#shorten(id, { ...thing, before: sizeOf(call), after: size }, sizeOf(was));
    } else if (!this.#removed.has(id)) {
      this.#removed.add(id);
      this.#add('removed', { ...thing, before: call?.all ?? 0, after: 0 }, was?.all ?? 0);
    }
  }

  /** A thing that weighs what is known of its line. */
  #addLine(
    what: CutGroup['what'],
    of: 'byLine' | 'thinking' | 'images',
    label: string,
    { place: { line } }: Entry,
    turn: number,
  ): void {
    const before = this.#weights[of].get(line) ?? 0;
    this.#add(what, { label, before, after: 0, turn, line }, this.#then[of].get(line) ?? 0);
  }

  #add(what: CutGroup['what'], thing: CutThing, was: number, bytes = 0): void {
    this.#lists[what].push({ ...thing, bytes });
    this.#lose(thing.turn, was - thing.after);
  }

  #shorten(id: string, thing: CutThing, was: number): void {
    this.#lose(thing.turn, was - thing.after);
    if (thing.after >= thing.before) return;
    const { before = 0, after = 0 } = this.#shortened.get(id) ?? {};
    this.#shortened.set(id, { ...thing, before: before + thing.before, after: after + thing.after });
  }

  #lose(turn: number, tokens: number): void {
    const sums = this.perTurn.get(turn);
    if (sums) sums.after = Math.max(0, sums.after - Math.max(0, tokens));
  }
}

function isScaled(before: readonly JsonObject[], after: readonly JsonObject[]): boolean {
  const count = (blocks: readonly JsonObject[]) => blocks.filter(({ type }) => type === 'image').length;
  return count(after) === count(before);
}

function sumTools(lists: Readonly<Record<'shortened' | 'removed', readonly CutThing[]>>): CutTool[] {
  const sums = new Map<string, { removed: number; shortened: number; tokens: number }>();
  for (const how of ['removed', 'shortened'] as const) {
    for (const { tool, before, after } of lists[how]) {
      if (tool === undefined) continue;
      const sum = sums.get(tool) ?? { removed: 0, shortened: 0, tokens: 0 };
      sums.set(tool, sum);
      sum[how]++;
      sum.tokens += before - after;
    }
  }
  return [...sums].map(([tool, sum]) => ({ tool, ...sum })).sort((a, b) => b.tokens - a.tokens);
}

function finish(
  lists: Readonly<Record<CutGroup['what'], readonly (CutThing & { readonly bytes: number })[]>>,
): CutGroup[] {
  return Object.entries(lists).flatMap(([what, things]) => {
    if (things.length === 0) return [];
    const sorted = [...things].sort((a, b) => b.before - b.after - (a.before - a.after) || b.bytes - a.bytes);
    return [
      {
        what: what as CutGroup['what'],
        count: things.length,
        tokens: things.reduce((sum, { before, after }) => sum + before - after, 0),
        bytes: things.reduce((sum, { bytes }) => sum + bytes, 0),
        things: sorted.slice(0, MOST_THINGS).map(({ bytes: _, ...thing }) => thing),
      },
    ];
  });
}

interface CallWeight {
  all: number;
  result: number;
  readonly label: string;
  readonly tool: string;
}

interface End {
  /** The last line of the source that the copy holds, and the first request that carried what came behind it. */
  readonly line: number;
  readonly request: number;
}

const NO_END: End = { line: Number.POSITIVE_INFINITY, request: Number.POSITIVE_INFINITY };

function endOf({ items }: CutSession, table: TokenTable): End {
  let line = -1;
  for (const { role, entry } of items) if (role === 'chain' && entry) line = Math.max(line, entry.place.line);
  let first = Number.POSITIVE_INFINITY;
  for (const [, at, , request] of table.items) if (at > line) first = Math.min(first, request);
  return { line, request: first };
}

function weigh(table: TokenTable, end: End = NO_END) {
  const byCall = new Map<string, CallWeight>();
  const byLine = new Map<number, number>();
  const thinking = new Map<number, number>();
  const images = new Map<number, number>();
  const left = leftInWindow(table, end.request);
  const isBehind = (line: number, request: number) =>
    line > end.line || (line === 0 && request >= end.request);
  const items = table.items.map((row, at) =>
    fillItem(table, at, isBehind(row[1], row[3]) ? 0 : Math.max(0, left[at] as number)),
  );
  for (const [at, { kind, tokens, line = 0 }] of items.entries()) {
    const call = table.calls[table.items[at]?.[5] ?? -1];
    if (call) {
      const weight = byCall.get(call.id) ?? { all: 0, result: 0, label: call.summary, tool: call.tool };
      byCall.set(call.id, weight);
      weight.all += tokens;
      if (kind !== 'tool-input') weight.result += tokens;
    }
    byLine.set(line, (byLine.get(line) ?? 0) + tokens);
    if (kind === 'thinking') thinking.set(line, (thinking.get(line) ?? 0) + tokens);
    if (kind === 'image') images.set(line, (images.get(line) ?? 0) + tokens);
  }
  return { items, byCall, byLine, thinking, images };
}

function toolOf(call: CallWeight | undefined): { readonly tool?: string } {
  return call ? { tool: call.tool } : {};
}

function keyOf(entry: Entry): string {
  return uuidOf(entry) ?? `line ${entry.place.line}`;
}

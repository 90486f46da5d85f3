// The tokens of what a resume would load now: attributed sizes of the entries it keeps, estimates for what no request held.
import { type JsonObject, stringField } from '../../base/json.ts';
import { isThinking } from '../../log/block.ts';
import { uuidOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import type { SentMessage } from '../sent-message.ts';
import type { TokenLedger } from './attribute-tokens.ts';
import { tokenizerOf } from './estimate-text.ts';
import { estimateBlock, TOKEN_KINDS, type TokenKind } from './list-token-items.ts';
import type { Basis, LedgerItem } from './token-window.ts';
import { type WindowSize, windowOf } from './windows.ts';

/** A block that would be sent, and the entries it was made of; none where the client invents it. */
export interface KeptBlock {
  readonly block: JsonObject;
  readonly entries: readonly Entry[];
}

export interface ContextNow {
  readonly total: number;
  readonly basis: Basis;
  /** The part of the total that logged differences gave, shared or not; the rest is estimated from the text alone. */
  readonly measured: number;
  readonly byKind: Readonly<Record<TokenKind, number>>;
  /** False where no request tells the size of the system prompt and tools: the total is then without them. */
  readonly systemKnown: boolean;
  readonly window: WindowSize | undefined;
  readonly filled: number | undefined;
}

export function measureContextNow(
  ledger: TokenLedger,
  kept: Iterable<KeptBlock>,
  model?: string,
): ContextNow {
  const asked = model ?? ledger.requests.at(-1)?.model ?? '';
  const tokenizer = tokenizerOf(asked);
  const byKind = Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, 0])) as Record<TokenKind, number>;
  let measured = 0;
  let sure = true;
  const pending = new Set(ledger.pending);
  const count = (item: LedgerItem): void => {
    const tokens = tokensOnResume(item);
    byKind[item.kind] += tokens;
    if (!pending.has(item)) measured += tokens;
    if (item.basis === 'estimated' && tokens > 0) sure = false;
  };
  const { items } = ledger;
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as LedgerItem;
    if (item.kind === 'system') count(item);
  }
  const sentBlocks = [...kept];
  const stock = stockItems(ledger, sentBlocks);
  for (const sent of sentBlocks) {
    const found = takeItems(stock, sent.block, sent.entries);
    for (const item of found) count(item);
    // Thinking that weighs nothing was forgotten; anything else without a size was never in a request.
    if (isThinking(sent.block) ? found.length > 0 : found.some((item) => item.tokens > 0)) continue;
    byKind[kindOfBlock(sent)] += Math.round(estimateBlock(sent.block, tokenizer));
    sure = false;
  }
  const total = TOKEN_KINDS.reduce((sum, kind) => sum + byKind[kind], 0);
  const largest = ledger.requests.reduce(
    (most, request) => (request.model === asked ? Math.max(most, request.context) : most),
    0,
  );
  const window = windowOf(asked, largest);
  const basis = sure && total > 0 ? 'attributed' : 'estimated';
  const systemKnown = byKind.system > 0;
  return { total, basis, measured, byKind, systemKnown, window, filled: window && total / window.tokens };
}

/** The kept blocks of a prediction. */
export function keptBlocks(messages: readonly SentMessage[]): KeptBlock[] {
  return messages.flatMap(({ content, sources }) =>
    content.map((block, i) => ({ block, entries: sources[i]?.entries ?? [] })),
  );
}

// A microcompaction leaves no trace in what a resume loads [resume R15], a compaction none in what it keeps; but thinking
// that the API forgot is forgotten again, and what the system prompt lost it does not get back.
function tokensOnResume(item: LedgerItem): number {
  return item.kind === 'thinking' || item.kind === 'system' ? item.left : item.tokens;
}

/** Items of one block of one entry, by what a sent block can tell of its origin. */
interface Shelf {
  readonly groups: LedgerItem[][];
  /** Groups before this one are taken. */
  front: number;
}

type Stock = Map<string, Shelf>;

// Of a session that was compacted a hundred times only the last stretch is asked for.
function stockItems(ledger: TokenLedger, kept: readonly KeptBlock[]): Stock {
  const asked = new Set<unknown>();
  for (const { entries } of kept) for (const entry of entries) asked.add(entryKey(entry));
  const stock: Stock = new Map();
  const items = [...ledger.items, ...ledger.pending];
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as LedgerItem;
    if (!item.entry || !asked.has(entryKey(item.entry))) continue;
    const key = shelfKey(item.entry, classOfItem(item));
    const shelf = stock.get(key) ?? { groups: [], front: 0 };
    stock.set(key, shelf);
    const group = shelf.groups.at(-1);
    // A result and the images inside it are one block of the entry; so is all that an attachment brings.
    if (group?.[0] && group[0].block === item.block) group.push(item);
    else shelf.groups.push([item]);
  }
  return stock;
}

/** The items of these entries that the block is made of; each is taken once. */
function takeItems(stock: Stock, block: JsonObject, entries: readonly Entry[]): LedgerItem[] {
  const taken: LedgerItem[] = [];
  for (const entry of entries) {
    // Reminders are folded into whatever stands before them.
    const origin = entry.value.type === 'attachment' ? 'attachment' : classOfBlock(block);
    const shelf = stock.get(shelfKey(entry, origin));
    const group = shelf?.groups[shelf.front];
    if (!shelf || !group) continue;
    shelf.front++;
    for (const item of group) taken.push(item);
  }
  return taken;
}

function shelfKey(entry: Entry, origin: string): string {
  return `${entryKey(entry)} ${origin}`;
}

function entryKey(entry: Entry): string {
  return uuidOf(entry) ?? `line ${entry.place.line}`;
}

function classOfItem(item: LedgerItem): string {
  if (item.entry?.value.type === 'attachment') return 'attachment';
  if (item.kind === 'tool-input') return `use ${item.toolUseId}`;
  if (item.kind === 'tool-result' || (item.kind === 'image' && item.toolUseId !== undefined))
    return `result ${item.toolUseId}`;
  return item.kind === 'thinking' || item.kind === 'image' ? item.kind : 'text';
}

function classOfBlock(block: JsonObject): string {
  if (block.type === 'tool_use' || block.type === 'server_tool_use') return `use ${stringField(block, 'id')}`;
  if (block.type === 'tool_result') return `result ${stringField(block, 'tool_use_id')}`;
  if (isThinking(block)) return 'thinking';
  return block.type === 'image' || block.type === 'document' ? 'image' : 'text';
}

/** For blocks that no request of the branch held. */
function kindOfBlock({ block, entries }: KeptBlock): TokenKind {
  const origin = classOfBlock(block).split(' ')[0];
  if (origin === 'use') return 'tool-input';
  if (origin === 'result') return 'tool-result';
  if (origin === 'thinking' || origin === 'image') return origin;
  const type = entries[0]?.value.type;
  return type === 'user' || type === 'assistant' || type === 'attachment' ? type : 'other';
}

// The token ledger of a session as flat JSON, so that it can be made in another process and kept without the session.
import { stringField } from '../../base/json.ts';
import type { TokenLedger } from '../../context/tokens/attribute-tokens.ts';
import type { FillItem } from '../../context/tokens/fill-tree.ts';
import { TOKEN_KINDS, type TokenKind } from '../../context/tokens/list-token-items.ts';
import type { LedgerItem } from '../../context/tokens/token-window.ts';
import { entryBlocks } from '../../log/block.ts';
import { attachmentTypeOf } from '../../log/fields.ts';
import type { ToolCall } from '../../session/tool-calls.ts';
import { oneLine, summariseToolCall } from '../../session/tool-view/summarise-tool-call.ts';
import { viewToolCall } from '../../session/tool-view/view-tool-call.ts';

/** Positions in TOKEN_KINDS, line (0: none), turn, request, tokens, position in `calls` (-1: none), in `files` (-1: none). */
type ItemRow = readonly [
  kind: number,
  line: number,
  turn: number,
  request: number,
  tokens: number,
  call: number,
  file: number,
];

export interface TokenTable {
  readonly items: readonly ItemRow[];
  /** Beginnings of texts, by the item's position. */
  readonly labels: readonly string[];
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly summary: string }[];
  readonly files: readonly string[];
  readonly drops: readonly (readonly [item: number, request: number, tokens: number])[];
  /** The last request of each turn, in order. */
  readonly turns: readonly (readonly [turn: number, request: number])[];
}

/** The same without the words, which take longer than all else. */
export type WeightTable = Pick<TokenTable, 'items' | 'drops'> & {
  readonly calls: readonly { readonly id: string; readonly tool: string }[];
};

const MOST_LABEL = 100;

export function makeTokenTable(ledger: TokenLedger, calls: readonly ToolCall[]): TokenTable {
  const turns = new Map<number, number>();
  for (const { turn, index } of ledger.requests) turns.set(turn, index);
  const { items, drops, files } = weighItems(ledger, calls);
  return {
    items,
    labels: ledger.items.map(labelOf),
    calls: calls.map((call) => ({
      id: call.id,
      tool: call.name,
      summary: oneLine(summariseToolCall(call, viewToolCall(call)), MOST_LABEL),
    })),
    files,
    drops,
    turns: [...turns],
  };
}

export function makeWeightTable(ledger: TokenLedger, calls: readonly ToolCall[]): WeightTable {
  const { items, drops } = weighItems(ledger, calls);
  return { items, drops, calls: calls.map(({ id, name }) => ({ id, tool: name })) };
}

function weighItems(
  ledger: TokenLedger,
  calls: readonly ToolCall[],
): Pick<TokenTable, 'items' | 'drops' | 'files'> {
  const callAt = new Map(calls.map((call, i) => [call.id, i]));
  const files = new Map<string, number>();
  const fileAt = (file: string | undefined): number => {
    if (file === undefined) return -1;
    if (!files.has(file)) files.set(file, files.size);
    return files.get(file) as number;
  };
  return {
    items: ledger.items.map((item) => [
      TOKEN_KINDS.indexOf(item.kind),
      item.entry?.place.line ?? 0,
      item.turn,
      item.request,
      item.tokens,
      item.toolUseId === undefined ? -1 : (callAt.get(item.toolUseId) ?? -1),
      fileAt(item.file),
    ]),
    files: [...files.keys()],
    drops: ledger.drops.map(({ item, request, tokens }) => [item.index, request, tokens]),
  };
}

/** The tokens of each item that are still in the window, by its position: at the end, or before a request. */
export function leftInWindow(
  { items, drops }: Pick<TokenTable, 'items' | 'drops'>,
  before: number = Number.POSITIVE_INFINITY,
): Float64Array {
  const gone = new Float64Array(items.length);
  for (const [item, request, tokens] of drops)
    if (request < before) gone[item] = (gone[item] as number) + tokens;
  return Float64Array.from(items, (row, at) => row[4] - (gone[at] as number));
}

/** What is in the window at the end of a turn, by default the last; as the ledger's `windowAt` has it. */
export function itemsAt(table: TokenTable, turn?: number): FillItem[] {
  const last = lastRequest(table, turn);
  const left = leftInWindow(table, last + 1);
  const items: FillItem[] = [];
  for (const [i, row] of table.items.entries()) {
    if (row[3] > last) break;
    const tokens = left[i] as number;
    if (tokens > 0) items.push(fillItem(table, i, tokens));
  }
  return items;
}

/** What was in the window, by kind, at the last request before a line of the file; undefined where none came behind it. */
export function kindsBefore(table: TokenTable, line: number): Partial<Record<TokenKind, number>> | undefined {
  let first = Number.POSITIVE_INFINITY;
  for (const [, at, , request] of table.items) if (at > line) first = Math.min(first, request);
  if (first === Number.POSITIVE_INFINITY) return undefined;
  const left = leftInWindow(table, first);
  const kinds: Partial<Record<TokenKind, number>> = {};
  for (const [at, [kind, , , request]] of table.items.entries()) {
    const tokens = left[at] as number;
    if (request >= first || tokens <= 0) continue;
    const name = TOKEN_KINDS[kind] ?? 'other';
    kinds[name] = (kinds[name] ?? 0) + tokens;
  }
  return kinds;
}

function lastRequest(table: TokenTable, turn: number | undefined): number {
  if (turn === undefined) return Number.POSITIVE_INFINITY;
  return table.turns.findLast(([number]) => number <= turn)?.[1] ?? -1;
}

export function fillItem(table: TokenTable, at: number, tokens: number): FillItem {
  const [kind, line, turn, , , call, file] = table.items[at] as ItemRow;
  const named = table.calls[call];
  return {
    kind: TOKEN_KINDS[kind] ?? 'other',
    tokens,
    turn,
    line: line === 0 ? undefined : line,
    tool: named?.tool,
    file: table.files[file],
    label: named?.summary ?? (table.labels[at] || undefined),
  };
}

function labelOf(item: LedgerItem): string {
  const { entry, block } = item;
  if (!entry || item.toolUseId !== undefined) return '';
  const found = block === undefined ? undefined : entryBlocks(entry)[block];
  const text = stringField(found, 'text') ?? stringField(found, 'thinking');
  if (text !== undefined) return oneLine(text.slice(0, 2 * MOST_LABEL), MOST_LABEL);
  return attachmentTypeOf(entry)?.replaceAll('_', ' ') ?? '';
}

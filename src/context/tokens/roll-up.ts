// Adds up tokens of the ledger by kind, tool, file, turn and message, each sum with the basis it rests on.
import type { TokenLedger } from './attribute-tokens.ts';
import { TOKEN_KINDS, type TokenKind } from './list-token-items.ts';
import type { Basis, LedgerItem } from './token-window.ts';

/** Tokens of one item at one moment. */
export interface Holding {
  readonly item: LedgerItem;
  readonly tokens: number;
}

export interface TokenSum {
  readonly tokens: number;
  /** The part of it that a logged difference gives without sharing. */
  readonly attributed: number;
  readonly basis: Basis;
}

export interface TokenRow extends TokenSum {
  readonly key: string;
  readonly items: number;
}

export interface TokenRollUp {
  readonly total: TokenSum;
  readonly byKind: Readonly<Record<TokenKind, TokenSum>>;
  /** Inputs and results together, largest first; as are the others. */
  readonly byTool: readonly TokenRow[];
  readonly byFile: readonly TokenRow[];
  /** The key is the turn's number; 0 holds the system prompt and what stands before the first prompt. */
  readonly byTurn: readonly TokenRow[];
  /** Assistant messages, by their id. */
  readonly byMessage: readonly TokenRow[];
}

/** What fills the context at a request, by default the last: the sum is its logged size. */
export function windowAt(ledger: TokenLedger, request: number = ledger.requests.length - 1): Holding[] {
  const gone = new Map<LedgerItem, number>();
  for (const drop of ledger.drops) {
    if (drop.request > request) break;
    gone.set(drop.item, (gone.get(drop.item) ?? 0) + drop.tokens);
  }
  const holdings: Holding[] = [];
  for (const item of ledger.items) {
    if (item.request > request) break;
    const tokens = item.tokens - (gone.get(item) ?? 0);
    if (tokens > 0) holdings.push({ item, tokens });
  }
  return holdings;
}

export function rollUp(holdings: readonly Holding[]): TokenRollUp {
  const group = (keyOf: (item: LedgerItem) => string | undefined): TokenRow[] => groupBy(holdings, keyOf);
  const kinds = new Map(group((item) => item.kind).map((row) => [row.key, row]));
  const byKind = Object.fromEntries(
    TOKEN_KINDS.map((kind) => [kind, sumOf(kinds.get(kind)?.tokens ?? 0, kinds.get(kind)?.attributed ?? 0)]),
  ) as Record<TokenKind, TokenSum>;
  const rows = [...kinds.values()];
  return {
    total: sumOf(
      rows.reduce((sum, row) => sum + row.tokens, 0),
      rows.reduce((sum, row) => sum + row.attributed, 0),
    ),
    byKind,
    byTool: group((item) => item.tool),
    byFile: group((item) => item.file),
    byTurn: group((item) => String(item.turn)),
    byMessage: group((item) => item.messageId),
  };
}

function groupBy(holdings: readonly Holding[], keyOf: (item: LedgerItem) => string | undefined): TokenRow[] {
  const groups = new Map<string, { tokens: number; attributed: number; items: number }>();
  for (const { item, tokens } of holdings) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key) ?? { tokens: 0, attributed: 0, items: 0 };
    groups.set(key, group);
    group.tokens += tokens;
    group.items++;
    if (item.basis !== 'estimated') group.attributed += tokens;
  }
  return [...groups]
    .map(([key, { tokens, attributed, items }]) => ({ key, items, ...sumOf(tokens, attributed) }))
    .sort((a, b) => b.tokens - a.tokens);
}

function sumOf(tokens: number, attributed: number): TokenSum {
  return { tokens, attributed, basis: attributed === tokens ? 'attributed' : 'estimated' };
}

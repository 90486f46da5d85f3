// How the context grew along a branch: its size and make-up after each turn, what was dropped, and how full the window is.
import type { TokenLedger } from './attribute-tokens.ts';
import { TOKEN_KINDS, type TokenKind } from './list-token-items.ts';
import type { MeasuredRequest } from './measure-requests.ts';
import type { DropCause } from './token-window.ts';
import { type WindowSize, windowOf } from './windows.ts';

export interface TurnGrowth {
  readonly turn: number;
  readonly requests: number;
  readonly model: string;
  /** The logged size of the turn's last request. Exact. */
  readonly context: number;
  /** The largest of its requests: a compaction inside the turn hides it from `context`. */
  readonly peak: number;
  /** `context` minus that of the turn before. */
  readonly change: number;
  readonly byKind: Readonly<Record<TokenKind, number>>;
  readonly dropped: Readonly<Partial<Record<DropCause, number>>>;
  /** Undefined where the model's window is not known. */
  readonly window: WindowSize | undefined;
  /** Share of the window that is filled, 0 to 1. */
  readonly filled: number | undefined;
}

/** One row per turn that holds a request, in order. */
export function measureGrowth(ledger: TokenLedger): TurnGrowth[] {
  const largest = new Map<string, number>();
  for (const { model, context } of ledger.requests)
    largest.set(model, Math.max(largest.get(model) ?? 0, context));
  const kinds = Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, 0])) as Record<TokenKind, number>;
  const rows: TurnGrowth[] = [];
  let [itemAt, dropAt, before] = [0, 0, 0];
  for (const group of groupByTurn(ledger.requests)) {
    const last = group.at(-1) as MeasuredRequest;
    const dropped: Partial<Record<DropCause, number>> = {};
    for (let item = ledger.items[itemAt]; item && item.request <= last.index; item = ledger.items[++itemAt]) {
      kinds[item.kind] += item.tokens;
    }
    for (let drop = ledger.drops[dropAt]; drop && drop.request <= last.index; drop = ledger.drops[++dropAt]) {
      kinds[drop.item.kind] -= drop.tokens;
      dropped[drop.cause] = (dropped[drop.cause] ?? 0) + drop.tokens;
    }
    const window = windowOf(last.model, largest.get(last.model));
    rows.push({
      turn: last.turn,
      requests: group.length,
      model: last.model,
      context: last.context,
      peak: group.reduce((most, request) => Math.max(most, request.context), 0),
      change: last.context - before,
      byKind: { ...kinds },
      dropped,
      window,
      filled: window && last.context / window.tokens,
    });
    before = last.context;
  }
  return rows;
}

function groupByTurn(requests: readonly MeasuredRequest[]): MeasuredRequest[][] {
  const groups: MeasuredRequest[][] = [];
  for (const request of requests) {
    const group = groups.at(-1);
    if (group?.[0]?.turn === request.turn) group.push(request);
    else groups.push([request]);
  }
  return groups;
}

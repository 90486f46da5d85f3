// Figures that many answers have: tokens that were paid for, and what fills the window by kinds.
import type { TokenKind } from '../../context/tokens/list-token-items.ts';
import type { TokenFigures } from '../../session/usage.ts';

/** Tokens that were paid for. */
export interface Usage extends Omit<TokenFigures, 'webSearches'> {
  /** Requests to a model, synthetic answers left out. */
  readonly requests: number;
  /** False where some output is only "at least". */
  readonly outputFinal: boolean;
  /** Absent where no price is known for any of it. */
  readonly costUSD?: number;
  /** Requests of models without a known price: the cost is without them. */
  readonly unpriced: number;
}

/** The kinds that fill the window. */
export type Kind = TokenKind;

export type ByKind = Readonly<Record<Kind, number>>;

export type Basis = 'exact' | 'attributed' | 'estimated';

export type { Coverage } from '../../load/repair-session.ts';

/** Something as it is, and as it will be in a copy. */
export interface BeforeAfter<T = number> {
  readonly before: T;
  readonly after: T;
}

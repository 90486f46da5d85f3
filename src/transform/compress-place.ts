// Lays bands over a conversation: which of its exchanges fall into which band, and which are too new to be touched.
import { FEW_TURNS } from './choose-turns.ts';
import type { Band } from './compress-bands.ts';
import type { Exchange } from './compress-exchanges.ts';

export interface Placement {
  /** What the shares are of: turns, or exchanges where there are too few turns for a share of them to mean anything. */
  readonly step: 'turn' | 'exchange';
  readonly steps: number;
  /** The newest steps, which no band reaches. */
  readonly protected: number;
  readonly exchanges: readonly Exchange[];
  /** The band of each exchange; undefined where none reaches. */
  readonly bandOf: readonly (Band | undefined)[];
}

/** How many of the newest turns stay as they are where nobody said; and exchanges, where there are few turns. */
export const PROTECTED_TURNS = 2;
const PROTECTED_EXCHANGES = 10;

export function placeBands(
  exchanges: readonly Exchange[],
  bands: readonly Band[],
  protect?: number,
): Placement {
  const turns = [...new Set(exchanges.map(({ turn }) => turn))].filter((turn) => turn > 0);
  const byTurn = turns.length >= FEW_TURNS || bands.some(({ unit }) => unit === 'turns');
  const order = byTurn ? new Map(turns.map((turn, i) => [turn, i])) : undefined;
  const steps = byTurn ? turns.length : exchanges.length;
  const kept = protect ?? (byTurn ? PROTECTED_TURNS : PROTECTED_EXCHANGES);
  const bandOf = exchanges.map((exchange, i) => {
    // What stands before the first prompt is a summary or the client's own words.
    const step = order ? order.get(exchange.turn) : i;
    if (step === undefined || step >= steps - kept) return undefined;
    return bands.find((band) =>
      band.unit === 'turns'
        ? exchange.turn >= band.from && exchange.turn <= band.to
        : step >= Math.floor(steps * band.from) && step < Math.floor(steps * band.to),
    );
  });
  return { step: byTurn ? 'turn' : 'exchange', steps, protected: Math.min(kept, steps), exchanges, bandOf };
}

// Sums a run up by band: what was there, what was asked for, what it came to.
import type { UnitOutcome } from './run-compression.ts';

export interface BandSum {
  readonly band: string;
  /** Texts that were shortened. */
  readonly texts: number;
  /** Their tokens, what was to be left of them, and what is. */
  readonly before: number;
  readonly target: number;
  readonly after: number;
}

/** Of a plan, what is not known yet counts as its target. */
export function sumBands(outcomes: readonly UnitOutcome[], isPlan: boolean): BandSum[] {
  const sums = new Map<string, { texts: number; before: number; target: number; after: number }>();
  for (const { unit, how, tokens } of outcomes) {
    if (how === 'kept' && !isPlan) continue;
    const sum = sums.get(unit.band) ?? { texts: 0, before: 0, target: 0, after: 0 };
    sums.set(unit.band, sum);
    sum.texts++;
    sum.before += unit.tokens;
    sum.target += unit.target;
    sum.after += isPlan && how !== 'cached' ? unit.target : tokens;
  }
  return [...sums].map(([band, sum]) => ({ band, ...sum }));
}

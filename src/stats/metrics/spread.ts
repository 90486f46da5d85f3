// How a set of durations or counts is spread: the middle, the ninety-percent mark, the longest.

export interface Spread {
  readonly count: number;
  readonly median: number;
  readonly p90: number;
  readonly most: number;
}

/** Undefined for no values at all. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  return {
    count: sorted.length,
    median: at(sorted, 0.5),
    p90: at(sorted, 0.9),
    most: sorted.at(-1) as number,
  };
}

// The value that at least this share of all lies at or below: always one that really occurred.
function at(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] as number;
}

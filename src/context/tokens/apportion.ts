// Splits a whole number of tokens by weights so that the parts are whole numbers and add up exactly (largest remainder).

/** Equal parts where all weights are zero. `total` is a whole number, not negative; there is at least one weight. */
export function apportion(total: number, weights: readonly number[]): number[] {
  if (weights.length === 1) return [total];
  if (total === 0) return weights.map(() => 0);
  const sum = weights.reduce((a, b) => a + b, 0);
  const shares = weights.map((weight) => (sum > 0 ? total * (weight / sum) : total / weights.length));
  const parts = shares.map(Math.floor);
  let left = total - parts.reduce((a, b) => a + b, 0);
  const byRemainder = shares.map((_, i) => i).sort((a, b) => rest(shares, b) - rest(shares, a) || a - b);
  for (const i of byRemainder) {
    if (left <= 0) break;
    parts[i] = (parts[i] as number) + 1;
    left--;
  }
  // With huge totals floating point is off by more than the remainders: the largest part can bear the difference.
  if (left !== 0) {
    const largest = parts.reduce((best, part, i) => (part > (parts[best] as number) ? i : best), 0);
    parts[largest] = (parts[largest] as number) + left;
  }
  return parts;
}

function rest(shares: readonly number[], i: number): number {
  return (shares[i] as number) - Math.floor(shares[i] as number);
}

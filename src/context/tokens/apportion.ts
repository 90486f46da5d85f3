// Splits a whole number of tokens by weights so that the parts are whole numbers and add up exactly (largest remainder).

/** Equal parts where all weights are zero. `total` is a whole number, not negative; there is at least one weight. */
export function apportion(total: number, weights: readonly number[]): number[] {
  if (weights.length === 1) return [total];
  if (total === 0) return weights.map(() => 0);
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i] as number;
  const shares: number[] = [];
  const parts: number[] = [];
  let left = total;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] as number;
    const share = sum > 0 ? total * (weight / sum) : total / weights.length;
    const part = Math.floor(share);
    shares.push(share);
    parts.push(part);
    left -= part;
  }
  if (left === 0) return parts;
  // Of two parts, which is what most totals are split into, there is nothing to be sorted.
  const byRemainder = left === 1 ? [largestRest(shares)] : listByRest(shares);
  for (let i = 0; i < byRemainder.length && left > 0; i++, left--) {
    const at = byRemainder[i] as number;
    parts[at] = (parts[at] as number) + 1;
  }
  // With huge totals floating point is off by more than the remainders: the largest part can bear the difference.
  if (left !== 0) {
    const largest = parts.reduce((best, part, i) => (part > (parts[best] as number) ? i : best), 0);
    parts[largest] = (parts[largest] as number) + left;
  }
  return parts;
}

function largestRest(shares: readonly number[]): number {
  let best = 0;
  for (let i = 1; i < shares.length; i++) if (rest(shares, i) > rest(shares, best)) best = i;
  return best;
}

function listByRest(shares: readonly number[]): readonly number[] {
  return shares.map((_, i) => i).sort((a, b) => rest(shares, b) - rest(shares, a) || a - b);
}

function rest(shares: readonly number[], i: number): number {
  return (shares[i] as number) - Math.floor(shares[i] as number);
}

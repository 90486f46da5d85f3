// Splits a whole number of tokens by weights so that the parts are whole numbers and add up exactly (largest remainder).

/** Equal parts where all weights are zero. `total` is a whole number, not negative; there is at least one weight. */
export function apportion(total: number, weights: readonly number[]): number[] {
  if (weights.length === 1) return [total];
  if (total === 0) return weights.map(() => 0);
  let sum = 0;
  for (const weight of weights) sum += weight;
  const shares: number[] = [];
  const parts: number[] = [];
  let left = total;
  for (const weight of weights) {
    const share = sum > 0 ? total * (weight / sum) : total / weights.length;
    const part = Math.floor(share);
    shares.push(share);
    parts.push(part);
    left -= part;
  }
  if (left === 0) return parts;
  const byRemainder = left === 1 ? [largestRest(shares)] : listByRest(shares);
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

// Of two parts, which is what most totals are split into, there is nothing to be sorted.
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

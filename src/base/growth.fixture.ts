// Measures how the cost of something grows with its size, for tests that must tell linear from quadratic on any machine.

const TIMES = 8;
const RUNS = 3;
/** Milliseconds. Less is noise: a function this fast at the smaller size counts as if it took this long. */
const LEAST = 2;

/**
 * What one unit costs at eight times `size`, against its cost at `size`: 1 is linear, 8 is quadratic. Of CPU time, and of the
 * best of some runs, so that what else the machine does cannot turn the one into the other.
 */
export function growthOf(size: number, run: (size: number) => unknown): number {
  const small: number[] = [];
  const large: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    small.push(costOf(() => run(size)));
    large.push(costOf(() => run(size * TIMES)));
  }
  return Math.min(...large) / Math.max(LEAST, Math.min(...small)) / TIMES;
}

/** Between linear with a machine's caches against it, and quadratic. */
export const NOT_QUADRATIC = 4;

function costOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

// Measures how the cost of something grows with its size, for tests that must tell linear from quadratic on any machine.

const TIMES = 8;
const RUNS = 3;
/** So often where it looks quadratic: what truly is stays so, and what was disturbed three times is not disturbed twelve times. */
const MOST_RUNS = 12;
/** Milliseconds. Less is noise: a function this fast at the smaller size counts as if it took this long. */
const LEAST = 2;

/**
 * What one unit costs at eight times `size`, against its cost at `size`: 1 is linear, 8 is quadratic. Of CPU time, and of the
 * best of some runs, so that what else the machine does cannot turn the one into the other.
 */
export function growthOf(size: number, run: (size: number) => unknown): number {
  let [small, large, growth] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < RUNS || (i < MOST_RUNS && growth >= NOT_QUADRATIC); i++) {
    small = Math.min(
      small,
      costOf(() => run(size)),
    );
    large = Math.min(
      large,
      costOf(() => run(size * TIMES)),
    );
    growth = large / Math.max(LEAST, small) / TIMES;
  }
  return growth;
}

/** Between linear with a machine's caches against it, and quadratic. */
export const NOT_QUADRATIC = 4;

function costOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

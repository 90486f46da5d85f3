// Tells how long something took. The global `performance` would load nine modules of Node, at every start.

/** What it returns gives the milliseconds since. */
export function stopwatch(): () => number {
  const started = process.hrtime.bigint();
  return () => Number(process.hrtime.bigint() - started) / 1e6;
}

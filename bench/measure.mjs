// Measures ways of doing one thing side by side: alternating runs in one process, medians, and ratios against the first way.
import { cpus, platform, release } from 'node:os';

/** `ways` is { name: async () => … }; the first one is the reference. Returns rows with median milliseconds and speed ratio. */
export async function compare(ways, { runs = 5, warmUps = 1 } = {}) {
  const names = Object.keys(ways);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let run = -warmUps; run < runs; run++) {
    for (const name of names) {
      const start = performance.now();
      await ways[name]();
      if (run >= 0) times[name].push(performance.now() - start);
    }
  }
  const reference = median(times[names[0]]);
  return names.map((name) => ({ name, ms: median(times[name]), speed: reference / median(times[name]) }));
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

export function machine() {
  return `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${platform()} ${release()}, node ${process.version}`;
}

export function printRows(title, rows) {
  console.log(`\n${title}`);
  for (const { name, ms, speed } of rows) {
    console.log(
      `  ${name.padEnd(34)} ${ms.toFixed(0).padStart(7)} ms   ${speed.toFixed(2)} × the reference's speed`,
    );
  }
}

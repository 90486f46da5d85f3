// Measures ways of doing one thing side by side: alternating runs, medians, and ratios against the first way.
import { cpus, platform, release, totalmem } from 'node:os';

/**
 * `ways` is { name: async () => … }; the first one is the reference. A way that runs a process may return its `cpu` (ms)
 * and `megabytes`, and one that cleans up behind itself what it `took` (ms). Rows have median milliseconds, `ratio` (time over the reference's) and `speed` (its inverse).
 */
export async function compare(ways, { runs = 5, warmUps = 1 } = {}) {
  const names = Object.keys(ways);
  const figures = Object.fromEntries(names.map((name) => [name, []]));
  for (let run = -warmUps; run < runs; run++) {
    for (const name of names) {
      const start = performance.now();
      const { cpu, megabytes, took } = (await ways[name]()) ?? {};
      if (run >= 0) figures[name].push({ ms: took ?? performance.now() - start, cpu, megabytes });
    }
  }
  const reference = summarise(figures[names[0]]);
  return names.map((name) => {
    const own = summarise(figures[name]);
    const cpuRatio =
      own.cpu === undefined || reference.cpu === undefined ? {} : { cpuRatio: own.cpu / reference.cpu };
    return { name, ...own, ratio: own.ms / reference.ms, speed: reference.ms / own.ms, ...cpuRatio };
  });
}

function summarise(runs) {
  const all = (field) => runs.map((run) => run[field]).filter((value) => typeof value === 'number');
  return {
    ms: median(all('ms')),
    ...(all('cpu').length > 0 ? { cpu: median(all('cpu')) } : {}),
    ...(all('megabytes').length > 0 ? { megabytes: Math.max(...all('megabytes')) } : {}),
  };
}

/** Something that a benchmark compares with is not here, as its sentence says. Nothing is kept of it, and nothing holds. */
export class NotMeasured extends Error {}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** How much more a megabyte costs in the largest of some sizes than in the smallest: 1 is linear. */
export function growthOf(sizes) {
  const [small, large] = [sizes[0], sizes.at(-1)];
  return large.ms / large.size / (small.ms / small.size);
}

export function machine() {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${memory}, ${platform()} ${release()}, node ${process.version}`;
}

export function printRows(title, rows) {
  console.log(`\n${title}`);
  for (const { name, ms, ratio, cpu, megabytes } of rows) {
    const more = [
      ...(cpu === undefined ? [] : [`${cpu.toFixed(0)} ms CPU`]),
      ...(megabytes === undefined ? [] : [`${megabytes.toFixed(0)} MB`]),
    ];
    const against = ratio === undefined ? '' : `${ratio.toFixed(2)} × the reference`;
    console.log(
      `  ${name.padEnd(38)} ${ms.toFixed(0).padStart(7)} ms   ${against.padEnd(24)} ${more.join(', ')}`,
    );
  }
}

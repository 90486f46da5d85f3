// Preloaded into a measured Node process (`--import`): writes its CPU time and peak memory to the file that CLEW_BENCH_USAGE names.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.CLEW_BENCH_USAGE;
// Threads inherit the preload; the kernel's figures are those of the whole process.
if (isMainThread && file) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(
      file,
      JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, megabytes: maxRSS / 1024 }),
    );
  });
}

// Preloaded into a measured Node process (`--require`): writes its CPU time and peak memory to the file that CLEW_BENCH_USAGE names.
// CommonJS, because preloading a module starts Node's module loader, which costs more than all of this.
const { readFileSync, writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const file = process.env.CLEW_BENCH_USAGE;
// Threads inherit the preload; the kernel's figures are those of the whole process.
if (isMainThread && file) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const megabytes = (ownPeak() ?? maxRSS) / 1024;
    writeFileSync(file, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, megabytes }));
  });
}

/** In kilobytes. Linux counts what whoever started the program held at that moment as the program's, but tells its own peak here. */
function ownPeak() {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
    return kilobytes && Number(kilobytes);
  } catch {
    return undefined;
  }
}

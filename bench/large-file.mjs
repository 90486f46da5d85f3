// Forges the large session files that benchmarks read, into a temporary folder, and reads RSS and exit codes of child runs.
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgeLargeSession } from '../dist/forge/forge-large.js';

const folder = join(tmpdir(), 'clew-bench');

/** A forged session of about that many bytes; made once, then kept in the temporary folder. */
export function largeFile(bytes) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `forged-${bytes}.jsonl`);
  if (!existsSync(file) || statSync(file).size < bytes)
    writeChunks(file, forgeLargeSession({ seed: 1, bytes }));
  return file;
}

function writeChunks(file, chunks) {
  const handle = openSync(`${file}.part`, 'w');
  for (const chunk of chunks) writeSync(handle, chunk);
  closeSync(handle);
  renameSync(`${file}.part`, file);
}

/** Runs clew in a process of its own; peak memory in megabytes, as the kernel counted it. */
export function runClew(...words) {
  const start = performance.now();
  const script = `process.on('exit', () => console.error('maxRSS ' + process.resourceUsage().maxRSS)); process.argv.splice(1, 0, 'clew');
    const { main } = await import(${JSON.stringify(new URL('../dist/cli/main.js', import.meta.url).href)});
    const { processContext } = await import(${JSON.stringify(new URL('../dist/cli/context.js', import.meta.url).href)});
    process.exitCode = await main(process.argv.slice(2), processContext());`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script, '--', ...words], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const rss = Number(/maxRSS (\d+)/.exec(run.stderr)?.[1] ?? Number.NaN) / 1024;
  return {
    status: run.status,
    stdout: run.stdout,
    stderr: run.stderr,
    seconds: (performance.now() - start) / 1000,
    megabytes: rss,
  };
}

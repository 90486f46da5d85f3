// Runs whole programs for a benchmark: their wall time, and of those that Node runs also CPU time and peak memory.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLEW = process.env.CLEW_BENCH_CLEW ?? fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const PRELOAD = fileURLToPath(new URL('report-usage.cjs', import.meta.url));

/** Milliseconds and megabytes. `allowed` are the exit codes that count as success. */
export function runNode(words, { env = {}, allowed = [0] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'clew-bench-usage-'));
  const file = join(folder, 'usage.json');
  try {
    const run = runProgram(process.execPath, ['--require', PRELOAD, ...words], {
      env: { ...env, CLEW_BENCH_USAGE: file },
      allowed,
    });
    return { ...run, ...(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The command line. Exit 1 means "found nothing" or "found problems", which is no failure. */
export function runCommand(words, options = {}) {
  return runNode([CLEW, ...words], { allowed: [0, 1], ...options });
}

// With more certificates than its own to trust, Node parses all of them at every start: 40 ms that no program here is to blame for.
export function ownEnvironment() {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return env;
}

export function runProgram(program, words, { env = {}, allowed = [0] } = {}) {
  const start = performance.now();
  const run = spawnSync(program, words, {
    encoding: 'utf8',
    env: { ...ownEnvironment(), ...env },
    maxBuffer: 1 << 30,
  });
  const ms = performance.now() - start;
  if (run.error) throw run.error;
  if (!allowed.includes(run.status))
    throw new Error(`${program} ${words.join(' ')} ended with ${run.status}: ${run.stderr}`);
  return { ms, status: run.status, stdout: run.stdout, stderr: run.stderr };
}

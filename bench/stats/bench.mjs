// Is `clew stats` as fast as ccusage's native program on the same home, without a catalog, and much faster with one?
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, printRows } from '../measure.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const corpus = process.env.CLEW_BENCH_HOME ?? join(root, '..', 'shared', 'corpus');
const clew = process.env.CLEW_BENCH_CLEW ?? join(root, 'dist', 'cli', 'main.js');
// As npm installs it for the platform; registries that mirror sometimes lack the package, hence the variable.
const ccusage =
  process.env.CLEW_CCUSAGE ??
  join(root, `node_modules/@ccusage/ccusage-${process.platform}-${process.arch}/bin/ccusage`);

const WITHOUT = 1.0;
const WITH = 0.15;

export async function bench({ full = false } = {}) {
  const question = 'stats';
  const goal = `≤ ${WITHOUT} × the time of ccusage without a catalog, ≤ ${WITH} × with a warm one`;
  const missing = [corpus, ccusage].find((path) => !existsSync(path));
  if (missing) {
    console.log(`\nStats: not measured, because ${missing} is not there (CLEW_BENCH_HOME, CLEW_CCUSAGE)`);
    return { question, goal: `${goal} (not measured)`, rows: [], holds: true };
  }
  const data = mkdtempSync(join(tmpdir(), 'clew-bench-stats-'));
  try {
    const ways = {
      'ccusage daily --offline': () => run([ccusage, 'daily', '--offline'], { CLAUDE_CONFIG_DIR: corpus }),
      'clew stats --no-catalog': () => stats(data, '--no-catalog'),
      'clew stats, warm catalog': () => stats(data),
    };
    const rows = await compare(ways, { runs: full ? 31 : 11, warmUps: 2 });
    printRows('Stats: wall time of the whole program, alternating, medians', rows);
    const [reference, without, warm] = rows.map(({ ms }) => ms);
    const ratios = { without: without / reference, with: warm / reference };
    console.log(`  ratio ${ratios.without.toFixed(2)} without a catalog, ${ratios.with.toFixed(2)} with one`);
    return { question, goal, rows, ratios, holds: ratios.without <= WITHOUT && ratios.with <= WITH };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

function stats(data, ...words) {
  return run([process.execPath, clew, 'stats', '--home', corpus, ...words], { CLEW_DATA_DIR: data });
}

async function run([program, ...words], env) {
  const { status, stderr } = spawnSync(program, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
}

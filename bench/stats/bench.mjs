// Is `clew stats` faster than ccusage's native program on the same home: without a catalog, and with a warm one?
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpusHome, forgedHome, homeSizes, nameOfSize } from '../forged-home.mjs';
import { compare, growthOf, NotMeasured, printRows } from '../measure.mjs';
import { runCommand, runNode, runProgram } from '../run-process.mjs';

// As npm installs it for the platform; registries that mirror sometimes lack the package, hence the variable.
const NATIVE =
  process.env.CLEW_CCUSAGE ??
  fileURLToPath(
    new URL(
      `../../node_modules/@ccusage/ccusage-${process.platform}-${process.arch}/bin/ccusage`,
      import.meta.url,
    ),
  );

const COLD = 0.7;
const WARM = 0.1;

export async function bench(mode = {}) {
  const goal = `on the largest home, ≤ ${COLD} × the time of ccusage without a catalog, ≤ ${WARM} × with a warm one`;
  if (!existsSync(NATIVE)) throw new NotMeasured(`${NATIVE} is not there (CLEW_CCUSAGE names another)`);
  // It comes without the right to be run, which its launcher gives it at the first start.
  chmodSync(NATIVE, 0o755);
  const sizes = mode.quick || mode.full ? homeSizes(mode) : [100e6, 300e6, 1e9];
  const corpus = corpusHome();
  const homes = [
    // Small: half of the time there is the start of node.
    ...(corpus === undefined ? [] : [{ name: 'the corpus', home: corpus }]),
    ...sizes.map((size) => ({ name: nameOfSize(size), home: forgedHome(size), size })),
  ];
  const measured = [];
  for (const home of homes) measured.push(await measureHome(home, mode));
  const largest = measured.at(-1);
  return {
    question: 'stats',
    goal,
    rows: measured.map(({ name, rows }) => ({ name, rows })),
    growth: growthOf(measured.filter(({ size }) => size).map(({ size, cold }) => ({ size, ms: cold.ms }))),
    holds: largest.cold.ratio <= COLD && largest.warm.ratio <= WARM,
  };
}

async function measureHome({ name, home, size = 0 }, { quick }) {
  const data = mkdtempSync(join(tmpdir(), 'clew-bench-stats-'));
  const env = { CLEW_DATA_DIR: data, CLAUDE_CONFIG_DIR: home };
  const stats = (...words) => runCommand(['stats', '--home', home, ...words], { env });
  try {
    const rows = await compare(
      {
        'ccusage daily --offline': () => runProgram(NATIVE, ['daily', '--offline'], { env }),
        'clew stats --no-catalog': () => stats('--no-catalog'),
        'clew stats, warm catalog': () => stats(),
        'node -e 0': () => runNode(['-e', '0']),
      },
      { runs: quick || size >= 1e9 ? 5 : 11, warmUps: 2 },
    );
    printRows(`Stats of ${name}: wall time of the whole program, alternating, medians`, rows);
    return { name, size, rows, cold: rows[1], warm: rows[2] };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

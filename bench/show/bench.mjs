// How long until `clew show latest` has printed the newest session, with the bare start of node beside it?
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpusHome, forgedHome, nameOfSize } from '../forged-home.mjs';
import { largeFile } from '../large-file.mjs';
import { compare, growthOf, printRows } from '../measure.mjs';
import { runCommand, runNode } from '../run-process.mjs';

const MOST_MS = 300;

export async function bench({ quick = false, full = false } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'clew-bench-show-'));
  mkdirSync(data, { recursive: true });
  const env = { CLEW_DATA_DIR: data };
  try {
    const home = corpusHome() ?? forgedHome(20e6);
    const latest = await compare(
      {
        'node -e 0': () => runNode(['-e', '0']),
        'clew show latest': () => runCommand(['show', 'latest', '--home', home], { env }),
        'clew show latest --json': () => runCommand(['show', 'latest', '--json', '--home', home], { env }),
      },
      { runs: 7 },
    );
    printRows('The newest session', latest);
    const sizes = (full ? [20e6, 50e6, 100e6] : quick ? [2e6, 5e6, 10e6] : [5e6, 20e6, 50e6]).map((bytes) => {
      const { ms, cpu, megabytes } = runCommand(['show', largeFile(bytes)], { env });
      return {
        name: `clew show, a session of ${nameOfSize(bytes)}, all of it`,
        size: bytes,
        ms,
        cpu,
        megabytes,
      };
    });
    printRows('Long sessions', sizes);
    return {
      question: 'show',
      rows: [...latest, ...sizes],
      growth: growthOf(sizes),
      goal: `clew show latest < ${MOST_MS} ms`,
      holds: latest[1].ms < MOST_MS,
    };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

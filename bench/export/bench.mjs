// What does the HTML page of a long session cost, against merely parsing the session?
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nameOfSize } from '../forged-home.mjs';
import { largeFile } from '../large-file.mjs';
import { compare, growthOf, printRows } from '../measure.mjs';
import { runCommand, runNode } from '../run-process.mjs';

const REFERENCE = fileURLToPath(new URL('parse-file.mjs', import.meta.url));
const MOST_CPU = 3000;

export async function bench({ quick = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'clew-bench-export-'));
  const out = join(folder, 'page.html');
  const rows = [];
  const sizes = [];
  try {
    for (const bytes of quick ? [2e6, 5e6, 10e6] : [20e6, 50e6, 100e6]) {
      const file = largeFile(bytes);
      const name = nameOfSize(bytes);
      const found = await compare({
        [`bare JSON.parse: ${name}`]: () => runNode([REFERENCE, file]),
        [`clew export, HTML: ${name}`]: () =>
          runCommand(['export', file, '--out', out, '--force', '--quiet']),
      });
      printRows(`A session of ${name}, a page of ${nameOfSize(statSync(out).size)}`, found);
      rows.push(...found);
      sizes.push({ size: bytes, ms: found[1].ms, cpu: found[1].cpu });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    question: 'export',
    rows,
    growth: growthOf(sizes),
    goal: `the page of a 100 MB session in ≤ ${MOST_CPU / 1000} s of CPU time`,
    holds: sizes.every(({ cpu }) => cpu <= MOST_CPU),
  };
}

// What does it cost to say what a resume would load of a long session, against merely parsing it?
import { fileURLToPath } from 'node:url';
import { nameOfSize } from '../forged-home.mjs';
import { largeFile } from '../large-file.mjs';
import { compare, growthOf, printRows } from '../measure.mjs';
import { runCommand, runNode } from '../run-process.mjs';

const REFERENCE = fileURLToPath(new URL('../export/parse-file.mjs', import.meta.url));
const MOST_RATIO = 2;

export async function bench({ quick = false } = {}) {
  const rows = [];
  const sizes = [];
  for (const bytes of quick ? [2e6, 5e6, 10e6] : [20e6, 50e6, 100e6]) {
    const file = largeFile(bytes);
    const name = nameOfSize(bytes);
    const found = await compare({
      [`bare JSON.parse: ${name}`]: () => runNode([REFERENCE, file]),
      [`clew context --json: ${name}`]: () => runCommand(['context', file, '--json']),
    });
    printRows(`A session of ${name}`, found);
    rows.push(...found);
    sizes.push({ size: bytes, ms: found[1].ms });
  }
  return {
    question: 'context',
    rows,
    growth: growthOf(sizes),
    goal: `a session of 100 MB in < ${MOST_RATIO} × bare JSON.parse`,
    holds: rows.at(-1).ratio < MOST_RATIO,
  };
}

// How long does a check of a whole home take, against merely parsing every line of it on two threads, and is its memory flat?
import { fileURLToPath } from 'node:url';
import { corpusHome, forgedHome, homeSizes, nameOfSize } from '../forged-home.mjs';
import { compare, growthOf, printRows } from '../measure.mjs';
import { runCommand, runNode } from '../run-process.mjs';

const REFERENCE = fileURLToPath(new URL('parse-home.mjs', import.meta.url));
const GOAL = 2.5;

export async function bench(mode = {}) {
  const corpus = corpusHome();
  const real = corpus === undefined ? [] : await measure('the corpus', corpus);
  const sizes = [];
  const rows = [...real];
  for (const bytes of homeSizes(mode)) {
    const found = await measure(nameOfSize(bytes), forgedHome(bytes), bytes >= 1e9 ? 3 : 5);
    rows.push(...found);
    sizes.push({ size: bytes, ms: found[1].ms });
  }
  const growth = growthOf(sizes);
  console.log(`  a megabyte costs ${growth.toFixed(2)} × as much in the largest home as in the smallest`);
  const checked = rows.filter(({ name }) => name.startsWith('clew'));
  return {
    question: 'check',
    rows,
    growth,
    goal: `check of a home ≤ ${GOAL} × bare JSON.parse on two threads, whole processes`,
    holds: checked.every(({ ratio }) => ratio <= GOAL),
  };
}

async function measure(name, home, runs = 5) {
  const rows = await compare(
    {
      [`JSON.parse, two threads: ${name}`]: () => runNode([REFERENCE, home]),
      [`clew check: ${name}`]: () => runCommand(['check', '--home', home]),
    },
    { runs },
  );
  printRows(`Checking ${name}`, rows);
  return rows;
}

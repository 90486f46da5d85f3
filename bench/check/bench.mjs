// How long does a check of a whole home take, against merely parsing every line of it on two threads, and is its memory flat?
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forgeLargeSession } from '../../dist/forge/forge-large.js';
import { runClew } from '../large-file.mjs';
import { compare, printRows } from '../measure.mjs';

const REFERENCE = fileURLToPath(new URL('parse-home.mjs', import.meta.url));
const CORPUS = resolve(
  process.env.CLEW_CORPUS ?? new URL('../../../shared/corpus', import.meta.url).pathname,
);
const GOAL = 2.5;

export async function bench({ full = false } = {}) {
  const homes = [
    ...(existsSync(CORPUS) ? [['the corpus', CORPUS]] : []),
    ...(full
      ? [
          [100e6, 40],
          [300e6, 120],
        ]
      : [[40e6, 16]]
    ).map(([bytes, files]) => [`a forged home of ${bytes / 1e6} MB`, forgedHome(bytes, files)]),
  ];
  const results = [];
  for (const [name, home] of homes) {
    let megabytes = 0;
    const rows = await compare(
      {
        'bare JSON.parse, two threads': () => parseHome(home),
        'clew check': () => {
          const run = runClew('check', '--home', home);
          if (run.status > 1) throw new Error(run.stderr);
          megabytes = Math.max(megabytes, run.megabytes);
        },
      },
      { runs: 5 },
    );
    const ratio = rows[1].ms / rows[0].ms;
    printRows(
      `Checking ${name}: ${ratio.toFixed(2)} × the reference's time, ${megabytes.toFixed(0)} MB`,
      rows,
    );
    results.push({ name, ratio, megabytes, rows });
  }
  return {
    question: 'check',
    rows: results,
    goal: `check of a home ≤ ${GOAL} × bare JSON.parse on two threads, whole processes`,
    holds: results.every(({ ratio }) => ratio <= GOAL),
  };
}

// A whole process, as the check is one: both start Node and their threads.
function parseHome(home) {
  const run = spawnSync(process.execPath, [REFERENCE, home], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
}

/** Made once, then kept in the temporary folder. */
function forgedHome(bytes, files) {
  const home = join(tmpdir(), 'clew-bench', `home-${bytes}-${files}`);
  const project = join(home, 'projects', '-work');
  mkdirSync(project, { recursive: true });
  for (let n = 0; n < files; n++) {
    const file = join(project, `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000.jsonl`);
    if (existsSync(file)) continue;
    const handle = openSync(file, 'w');
    for (const chunk of forgeLargeSession({ seed: n, bytes: bytes / files })) writeSync(handle, chunk);
    closeSync(handle);
  }
  return home;
}

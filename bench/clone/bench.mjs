// How fast is a clone of a large session, and does its memory stay flat, against a bare parse-and-stringify loop?
import { linkSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nameOfSize } from '../forged-home.mjs';
import { largeFile } from '../large-file.mjs';
import { compare, growthOf, printRows } from '../measure.mjs';
import { runCommand, runNode } from '../run-process.mjs';

const LOOP = fileURLToPath(new URL('bare-loop.mjs', import.meta.url));
const WITHOUT = 'without calls and thinking';
const CUTS = {
  [WITHOUT]: ['--tools', 'remove', '--thinking', 'remove'],
  'short results': ['--truncate-results', '2000'],
  'nothing beside': ['--drop', 'snapshots,attachments'],
  'the last turns': ['--from-turn', '40'],
};
const MOST_MEGABYTES = 300;
const LEAST_SPEED = 0.7;
/** Of the session of this size, without calls and thinking. */
const CUT_BYTES = 100e6;
const CUT_CPU = 1500;
const CUT_MEGABYTES = 200;

export async function bench({ quick = false, full = false } = {}) {
  const all = full ? [100e6, 600e6, 2e9] : quick ? [2e6, 5e6, 10e6] : [20e6, 50e6, 100e6];
  const folder = join(tmpdir(), 'clew-bench', 'clone');
  const rows = [];
  const sizes = [];
  let cut;
  try {
    for (const bytes of all) {
      const source = sessionOf(folder, largeFile(bytes));
      const found = await measure(source, bytes, bytes === CUT_BYTES || quick ? CUTS : {});
      rows.push(...found);
      sizes.push({ size: bytes, ms: found[2].ms, speed: found[2].speed });
      cut ??= bytes === CUT_BYTES ? found.find(({ name }) => name.includes(WITHOUT)) : undefined;
      rmSync(source);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const isSmall = rows.every(({ name, megabytes }) => !name.includes('clone') || megabytes < MOST_MEGABYTES);
  const isCheap = !cut || (cut.cpu <= CUT_CPU && cut.megabytes < CUT_MEGABYTES);
  return {
    question: 'clone',
    rows,
    growth: growthOf(sizes),
    goal: `≥ ${LEAST_SPEED} of the loop's speed at the largest size, < ${MOST_MEGABYTES} MB at every size; 100 MB ${WITHOUT} in ≤ ${CUT_CPU / 1000} s of CPU time and < ${CUT_MEGABYTES} MB`,
    holds: sizes.at(-1).speed >= LEAST_SPEED && isSmall && isCheap,
  };
}

async function measure(source, bytes, cuts) {
  const name = nameOfSize(bytes);
  const written = join(dirname(source), 'loop.out');
  const ways = {
    [`parse-and-stringify loop: ${name}`]: () => runNode([LOOP, source]),
    [`the same, written: ${name}`]: () => runNode([LOOP, source, written]),
    [`clew clone: ${name}`]: () => clone(source, []),
  };
  for (const [cut, flags] of Object.entries(cuts))
    ways[`clew clone, ${cut}: ${name}`] = () => clone(source, flags);
  const found = await compare(ways, bytes > 500e6 ? { runs: runsOf(bytes), warmUps: 0 } : {});
  rmSync(written, { force: true });
  printRows(`A session of ${name}`, found);
  return found;
}

/** Gigabytes take minutes. */
function runsOf(bytes) {
  return bytes > 1e9 ? 3 : 5;
}

/** The file as a session of a home of its own: a clone lies beside its source. */
function sessionOf(folder, file) {
  const session = join(folder, 'home', 'projects', 'bench', '11111111-1111-4111-8111-111111111111.jsonl');
  mkdirSync(dirname(session), { recursive: true });
  rmSync(session, { force: true });
  linkSync(file, session);
  return session;
}

function clone(source, flags) {
  const home = join(dirname(source), '..', '..');
  const run = runCommand(['clone', source, '--home', home, '--yes', '--json', ...flags], {
    env: { CLEW_DATA_DIR: join(home, 'data') },
  });
  rmSync(JSON.parse(run.stdout).file);
  return run;
}

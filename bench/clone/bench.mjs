// How fast is a clone of a large session, and does its memory stay flat, against a bare parse-and-stringify loop?
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { largeFile } from '../large-file.mjs';
import { median } from '../measure.mjs';

const CUTS = {
  'no cut': [],
  'without calls and thinking': ['--tools', 'remove', '--thinking', 'remove'],
  'short results': ['--truncate-results', '2000'],
  'nothing beside': ['--drop', 'snapshots,attachments'],
  'the last turns': ['--from-turn', '400'],
};
const MOST_MEGABYTES = 300;
const LEAST_SPEED = 0.5;

export async function bench({ full = false } = {}) {
  const sizes = full ? [100e6, 600e6, 2e9] : [20e6, 50e6, 100e6];
  const folder = join(tmpdir(), 'clew-bench', 'clone');
  process.env.CLEW_DATA_DIR = join(folder, 'data');
  const rows = [];
  try {
    for (const [i, bytes] of sizes.entries()) {
      const source = sessionOf(folder, largeFile(bytes));
      const runs = bytes > 500e6 ? 1 : 5;
      for (const [cut, flags] of Object.entries(i === 1 ? CUTS : { 'no cut': [] }))
        rows.push(measure(`${bytes / 1e6} MB, ${cut}`, source, flags, runs));
      rmSync(source);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log('\nClone: against readline + JSON.parse + JSON.stringify, without and with writing the result');
  for (const row of rows)
    console.log(
      `  ${row.name.padEnd(36)} ${row.seconds.toFixed(1).padStart(6)} s  ${row.cpu.toFixed(1).padStart(6)} s CPU  ${row.megabytes.toFixed(0).padStart(4)} MB  ${row.speed.toFixed(2)} × the loop's speed, ${row.speedWritten.toFixed(2)} × with writing`,
    );
  return {
    question: 'clone',
    rows,
    goal: `speed ≥ ${LEAST_SPEED} of the loop that writes what it made, at the largest size; peak RSS < ${MOST_MEGABYTES} MB at every size`,
    holds: rows.every((row) => row.megabytes < MOST_MEGABYTES) && rows.at(-1).speedWritten >= LEAST_SPEED,
  };
}

/** The file as a session of a home of its own: a clone lies beside its source. */
function sessionOf(folder, file) {
  const session = join(folder, 'home', 'projects', 'bench', '11111111-1111-4111-8111-111111111111.jsonl');
  mkdirSync(dirname(session), { recursive: true });
  linkSync(file, session);
  return session;
}

function measure(name, source, flags, runs) {
  const figures = { clone: [], loop: [], written: [] };
  for (let run = 0; run < runs; run++) {
    figures.clone.push(clone(source, flags));
    figures.loop.push(loop(source));
    figures.written.push(loop(source, join(dirname(source), 'loop.out')));
  }
  const seconds = (way) => median(figures[way].map((one) => one.seconds));
  return {
    name,
    seconds: seconds('clone'),
    cpu: median(figures.clone.map((one) => one.cpu)),
    megabytes: Math.max(...figures.clone.map((one) => one.megabytes)),
    loop: seconds('loop'),
    written: seconds('written'),
    speed: seconds('loop') / seconds('clone'),
    speedWritten: seconds('written') / seconds('clone'),
  };
}

function clone(source, flags) {
  const start = performance.now();
  const module = (name) => JSON.stringify(new URL(`../../dist/cli/${name}.js`, import.meta.url).href);
  const script = `const { main } = await import(${module('main')});
    const { processContext } = await import(${module('context')});
    process.exitCode = await main(process.argv.slice(1), processContext());
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    console.error('used ' + JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }));`;
  const home = join(dirname(source), '..', '..');
  const words = ['clone', source, '--home', home, '--yes', '--json', ...flags];
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script, '--', ...words], {
    encoding: 'utf8',
  });
  const seconds = (performance.now() - start) / 1000;
  if (run.status !== 0) throw new Error(`clew clone failed: ${run.stderr}`);
  rmSync(JSON.parse(run.stdout).file);
  return { seconds, ...JSON.parse(/used (.*)/.exec(run.stderr)?.[1] ?? '{}') };
}

function loop(source, to) {
  const start = performance.now();
  const script = fileURLToPath(new URL('bare-loop.mjs', import.meta.url));
  const run = spawnSync(process.execPath, [script, source, ...(to === undefined ? [] : [to])], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`the loop failed: ${run.stderr}`);
  if (to !== undefined) rmSync(to);
  return { seconds: (performance.now() - start) / 1000, ...JSON.parse(run.stdout) };
}

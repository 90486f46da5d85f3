// `node bench/smoke.mjs`: a minute's look for gross regressions. Compares ratios with those in bench/ratios.json, never times;
// `--record` measures and writes them.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forgedHome } from './forged-home.mjs';
import { largeFile } from './large-file.mjs';
import { runCommand, runNode } from './run-process.mjs';

const RECORD = new URL('ratios.json', import.meta.url);
/** Gross: a machine that is busy with other things shifts a ratio by a third, not by a factor. */
const TOLERANCE = 2;
const RUNS = 3;

const home = forgedHome(10e6);
const file = largeFile(10e6);
const folder = mkdtempSync(join(tmpdir(), 'clew-bench-smoke-'));
const env = { CLEW_DATA_DIR: folder };
// Clones lie beside their source.
const copied = join(folder, 'projects', '-work', '11111111-1111-4111-8111-111111111111.jsonl');
cpSync(file, copied, { recursive: true });
const script = (name) => fileURLToPath(new URL(name, import.meta.url));
const clew = (...words) => runCommand(words, { env });

// Each against a program that only parses the same bytes, so that a faster machine changes nothing.
const parseHome = () => runNode([script('check/parse-home.mjs'), home]);
const parseFile = () => runNode([script('export/parse-file.mjs'), file]);
const questions = {
  start: [() => runNode(['-e', '0']), () => clew('--version')],
  check: [parseHome, () => clew('check', '--home', home)],
  survey: [parseHome, () => clew('survey', '--home', home)],
  stats: [parseHome, () => clew('stats', '--no-catalog', '--home', home)],
  search: [parseHome, () => clew('search', '--regex', 'ECONN[A-Z]+', '--home', home)],
  show: [parseFile, () => clew('show', file)],
  context: [parseFile, () => clew('context', file)],
  clone: [parseFile, () => clew('clone', copied, '--tools', 'remove', '--yes', '--home', folder)],
  export: [parseFile, () => clew('export', file, '--out', join(folder, 'page.html'), '--force', '--quiet')],
};

const ratios = {};
try {
  for (const [question, [reference, way]] of Object.entries(questions)) {
    const figures = { reference: [], way: [] };
    for (let run = 0; run < RUNS; run++) {
      figures.reference.push(reference().cpu);
      figures.way.push(way().cpu);
    }
    // The least of some runs: what others do on the machine can only add to it.
    ratios[question] = Math.min(...figures.way) / Math.min(...figures.reference);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

if (process.argv.includes('--record')) {
  const rounded = Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toFixed(2))]);
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
} else {
  const recorded = JSON.parse(readFileSync(RECORD, 'utf8'));
  for (const [question, ratio] of Object.entries(ratios)) {
    const most = recorded[question] * TOLERANCE;
    // A new question fails until it is recorded: its limit is not a number.
    if (!(ratio <= most)) process.exitCode = 1;
    console.log(
      `${ratio <= most ? 'holds' : 'FAILS'}  ${question}: ${ratio.toFixed(2)} × the CPU time of the reference, at most ${most.toFixed(2)}`,
    );
  }
}

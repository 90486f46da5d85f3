// How long does a survey take against merely parsing, does its memory stay flat as a file grows, and does a 200 MB line survive?
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forgeHugeLine } from '../../dist/forge/forge-huge-line.js';
import { corpusHome, forgedHome, homeSizes, nameOfSize } from '../forged-home.mjs';
import { largeFile, runClew } from '../large-file.mjs';
import { compare, growthOf, printRows } from '../measure.mjs';
import { runCommand, runNode } from '../run-process.mjs';

const REFERENCE = fileURLToPath(new URL('../check/parse-home.mjs', import.meta.url));
const GOAL = 2;
const MOST_MEGABYTES = 300;

export async function bench(mode = {}) {
  const homes = await surveyHomes(mode);
  const files = homeSizes(mode).map((bytes) => surveyFile(nameOfSize(bytes), largeFile(bytes), bytes));
  const huge = surveyHugeLine(mode.full ? 200e6 : 20e6);
  const rows = [...homes, ...files, huge];
  printRows('Survey of single files: time and peak memory', [...files, huge]);
  const growth = growthOf(files);
  console.log(`  a megabyte costs ${growth.toFixed(2)} × as much in the largest file as in the smallest`);
  return {
    question: 'survey',
    rows,
    growth,
    goal: `survey of a home ≤ ${GOAL} × bare JSON.parse on two threads; of a file of any size < ${MOST_MEGABYTES} MB`,
    holds:
      homes.every(({ name, ratio }) => !name.startsWith('clew') || ratio <= GOAL) &&
      files.every(({ megabytes }) => megabytes < MOST_MEGABYTES),
  };
}

async function surveyHomes(mode) {
  const corpus = corpusHome();
  const homes = [
    ...(corpus === undefined ? [] : [['the corpus', corpus]]),
    ...homeSizes(mode).map((bytes) => [nameOfSize(bytes), forgedHome(bytes)]),
  ];
  const rows = [];
  for (const [name, home] of homes) {
    const found = await compare({
      [`JSON.parse, two threads: ${name}`]: () => runNode([REFERENCE, home]),
      [`clew survey: ${name}`]: () => runCommand(['survey', '--home', home]),
    });
    printRows(`Survey of ${name}`, found);
    rows.push(...found);
  }
  return rows;
}

function surveyFile(name, file, size) {
  const { status, stdout, stderr, ms, cpu, megabytes } = runClew('survey', file, '--json');
  if (status !== 0) throw new Error(`clew survey failed on ${name}: ${stderr}`);
  const [session] = JSON.parse(stdout).sessions;
  if (session.unreadable > 0) throw new Error(`clew survey could not read ${session.unreadable} lines`);
  return { name: `one file of ${name}`, size, ms, cpu, megabytes };
}

function surveyHugeLine(bytes) {
  const file = join(tmpdir(), 'clew-bench', 'huge-line.jsonl');
  const handle = openSync(file, 'w');
  for (const chunk of forgeHugeLine({ seed: 1, bytes })) writeSync(handle, chunk);
  closeSync(handle);
  try {
    return { ...surveyFile('', file, bytes), name: `one line of ${nameOfSize(bytes)}` };
  } finally {
    rmSync(file);
  }
}

// `npm run bench [question…] [-- --quick | --full]`: runs the benchmarks, one folder each, and keeps their figures with machine and date.
import { existsSync, readdirSync } from 'node:fs';
import { machine, NotMeasured } from './measure.mjs';
import { keepResults } from './results.mjs';
import { writeTable } from './write-table.mjs';

const here = new URL('.', import.meta.url);
const mode = { quick: process.argv.includes('--quick'), full: process.argv.includes('--full') };
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const questions = readdirSync(here).filter((name) => existsSync(new URL(`${name}/bench.mjs`, here)));
const unknown = asked.filter((name) => !questions.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown[0]}". There are: ${questions.join(', ')}.`);
  process.exit(2);
}

const results = [];
const failed = [];
for (const question of asked.length > 0 ? asked : questions) {
  try {
    const { bench } = await import(new URL(`${question}/bench.mjs`, here));
    results.push({ ...(await bench(mode)), question });
  } catch (error) {
    // The others are still worth their time.
    const why = error instanceof NotMeasured ? error.message : error instanceof Error ? error.stack : error;
    console.error(`\n${question} could not be measured: ${why}`);
    failed.push(question);
  }
}
console.log();
for (const { question, goal, holds } of results)
  console.log(`${holds ? 'holds' : 'FAILS'}  ${question}: ${goal}`);
for (const question of failed) console.log(`FAILS  ${question}: not measured`);

// Quick figures are for a look while working: too small to be kept.
if (!mode.quick && results.length > 0) {
  console.log(`\nKept in ${keepResults(results, { machine: machine(), full: mode.full })}`);
  writeTable();
}
process.exitCode = failed.length === 0 && results.every((result) => result.holds) ? 0 : 1;

// `npm run bench [question…] [-- --full]`: runs the benchmarks and writes their figures, with machine and date, to bench/results/.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { machine } from './measure.mjs';

const here = new URL('.', import.meta.url);
const full = process.argv.includes('--full');
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const questions = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'results')
  .map((entry) => entry.name);

const results = [];
for (const question of asked.length > 0 ? asked : questions) {
  const { bench } = await import(new URL(`${question}/bench.mjs`, here));
  results.push(await bench({ full }));
}
console.log();
for (const { question, goal, holds } of results)
  console.log(`${holds ? 'holds' : 'FAILS'}  ${question}: ${goal}`);

if (full) {
  mkdirSync(new URL('results/', here), { recursive: true });
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(
    new URL(`results/${date}.json`, here),
    `${JSON.stringify({ date, machine: machine(), results }, null, 2)}\n`,
  );
}
process.exitCode = results.every((result) => result.holds) ? 0 : 1;

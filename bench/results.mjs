// The figures of earlier runs: one file a day in bench/results/, each question as it was measured last on that day.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('results/', import.meta.url);

/** Puts the results into the file of today, in place of earlier ones of the same questions. Returns its path. */
export function keepResults(results, { machine, full, date = new Date().toISOString().slice(0, 10) }) {
  mkdirSync(folder, { recursive: true });
  const file = new URL(`${date}.json`, folder);
  const measured = new Set(results.map(({ question }) => question));
  const before = existsSync(file) ? read(file).results.filter(({ question }) => !measured.has(question)) : [];
  const all = [...before, ...results.map((result) => ({ ...result, full, machine }))].sort((a, b) =>
    a.question < b.question ? -1 : 1,
  );
  writeFileSync(file, `${JSON.stringify({ date, machine, results: all }, null, 2)}\n`);
  return fileURLToPath(file);
}

/** Each question as it was measured last, with the date and the machine. */
export function newestResults() {
  const newest = new Map();
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  for (const name of files.sort()) {
    const { date, machine, results } = read(new URL(name, folder));
    for (const result of results) newest.set(result.question, { machine, ...result, date });
  }
  return [...newest.values()].sort((a, b) => (a.question < b.question ? -1 : 1));
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
